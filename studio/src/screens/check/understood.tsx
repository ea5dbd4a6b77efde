import { UNDERSTOOD_NAME } from "../../../../src/folder/understood-csv.js";
import { takeFiles } from "../../files.js";
import { announce, Button, Download, Notice, ScrollBox, tellFailure } from "../../parts/index.js";
import { en } from "../../text/en.js";
import type { UnderstoodView } from "../../worker/inspecting.js";

/** Letters that are shown; where there are more, only the file shows all that would be confirmed. */
const MOST_SHOWN = 200;

/** What letters in free text seem to say: to be confirmed here, or saved, corrected and given as the letters. */
export function Understood({ title, letters, csv }: UnderstoodView) {
  const words = en.check.understood;
  const confirm = async () => {
    const file = new File([csv], UNDERSTOOD_NAME, { type: "text/csv" });
    const { refusals } = await takeFiles([{ file, path: file.name }], "letters", () => undefined);
    if (refusals[0] !== undefined) throw new Error(refusals[0].message);
    announce(words.confirmed);
  };
  const isWhole = letters.length <= MOST_SHOWN;
  return (
    <Notice
      kind="note"
      title={words.title(title)}
      actions={
        <>
          {isWhole && <Button isSmall onClick={() => confirm().catch(tellFailure)} text={words.confirm} />}
          <Download
            isSmall
            make={() => ({ name: UNDERSTOOD_NAME, content: csv, type: "text/csv" })}
            text={words.save(UNDERSTOOD_NAME)}
          />
        </>
      }
    >
      <p>{isWhole ? words.text : words.textOfMany(letters.length, MOST_SHOWN)}</p>
      <div class="understood small">
        <ScrollBox label={words.letters}>
          <ul>
            {letters.slice(0, MOST_SHOWN).map(({ words: line, text }) => (
              <li key={line}>
                {line} <q class="soft">{text}</q>
              </li>
            ))}
          </ul>
        </ScrollBox>
      </div>
    </Notice>
  );
}
