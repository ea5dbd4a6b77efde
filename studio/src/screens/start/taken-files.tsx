import { chooseSheet, removeFile, swapFiles } from "../../files.js";
import { announce, Button, FilePicker, type GivenFile, Icon, Select, tellFailure } from "../../parts/index.js";
import { isSameFile, type TakenFile, useStudio } from "../../store.js";
import { en } from "../../text/en.js";
import type { FilePlace } from "../../worker/guess-files.js";
import type { FileRole } from "../../worker/session.js";

const ROLES: readonly FileRole[] = ["decisions", "letters", "population"];
const CHOICES = ROLES.map((value) => ({ value, label: en.start.roles[value] }));

/** Why a file was put where it is; the file tells it from others of the same name. */
export interface NotedPlace extends FilePlace {
  readonly file: TakenFile;
}

interface TakenFilesProps {
  /** Why each file is where it is, as guessed, the newest first. */
  readonly places: readonly NotedPlace[];
  readonly onFiles: (files: GivenFile[], role: FileRole) => void;
}

/** The three places of an audit and the file in each; files can change places and leave. */
export function TakenFiles({ places, onFiles }: TakenFilesProps) {
  return (
    <ul class="places plain-list">
      {ROLES.map((role) => (
        <Place key={role} role={role} places={places} onFiles={onFiles} />
      ))}
    </ul>
  );
}

function Place({ role, places, onFiles }: TakenFilesProps & { readonly role: FileRole }) {
  const file = useStudio().files[role];
  const name = en.start.roles[role];
  const words = en.start.place;
  if (file === null) {
    return (
      <li class="place place-empty stack" id={`place-${role}`}>
        <div class="place-what stack-close">
          <h3>{name}</h3>
          <p class="soft small">{words.empty[role]}</p>
        </div>
        <FilePicker
          accept={ACCEPTED}
          label={words.chooseFor(name)}
          onFiles={(files) => onFiles(files, role)}
          text={words.choose}
        />
      </li>
    );
  }
  const place = places.find((each) => each.role === role && isSameFile(each.file, file));
  return (
    <li class="place stack" id={`place-${role}`}>
      <div class="place-what stack-close">
        <h3>{name}</h3>
        <p class="place-file">
          <Icon name="file" />
          <bdi>{file.name}</bdi>
        </p>
        <p class="soft small number">{words.size(file.rows, file.columns, file.bytes)}</p>
        {place !== undefined && (
          <p class="small">
            {place.isUnsure && <strong>{words.unsure} </strong>}
            <span class={place.isUnsure ? undefined : "soft"}>{words.because(place.reason)}</span>
          </p>
        )}
      </div>
      <div class="place-actions">
        {file.sheets.length > 1 && role !== "population" && (
          <div class="place-sheet">
            <Select
              label={<Of what={words.sheet} name={file.name} />}
              value={file.sheet ?? ""}
              choices={file.sheets.map((value) => ({ value, label: value }))}
              onChange={(sheet) => {
                chooseSheet(role, sheet).then(() => announce(words.sheetRead(sheet)), tellFailure);
              }}
            />
          </div>
        )}
        <Select
          label={<Of what={words.usedAs} name={file.name} />}
          value={role}
          choices={CHOICES}
          onChange={(other) => {
            swapFiles(role, other).then(() => announce(words.moved(file.name, en.start.roles[other])), tellFailure);
          }}
        />
        <FilePicker
          kind="quiet"
          icon="swap"
          accept={ACCEPTED}
          label={words.replace(file.name)}
          onFiles={(files) => onFiles(files, role)}
        />
        <Button
          kind="quiet"
          icon="trash"
          label={words.remove(file.name)}
          onClick={() => {
            removeFile(role).then(() => {
              announce(words.removed(file.name));
              const place = document.getElementById(`place-${role}`) ?? document.getElementById("content");
              (place?.querySelector("button") ?? place)?.focus();
            }, tellFailure);
          }}
        />
      </div>
    </li>
  );
}

/** The label of a field, with the file's name for whoever does not see where it stands. */
function Of({ what, name }: { readonly what: string; readonly name: string }) {
  return (
    <>
      {what}
      <span class="hidden">{en.start.place.of(name)}</span>
    </>
  );
}

/** Ends of the names of files that hold rows, for the system's dialog; others can still be dropped. */
export const ACCEPTED = ".csv,.tsv,.txt,.gz,.xlsx,.ods,.json,.jsonl,.parquet,.arrow,.feather,text/csv";

/** Ends of the names of saved audits. */
export const ACCEPTED_AUDITS = ".zip,.json";
