import { useState } from "preact/hooks";
import { Button, DropZone, Field, Panel } from "../../parts/index.js";
import { en } from "../../text/en.js";
import type { LettersView } from "../../worker/letters-jobs.js";

interface AppendPanelProps {
  readonly view: LettersView;
  readonly onText: (text: string) => Promise<boolean>;
  readonly onFile: (file: File) => void;
}

/** Adds the letters of a file or of pasted lines. */
export function AppendPanel({ view, onText, onFile }: AppendPanelProps) {
  const words = en.letters.append;
  const [text, setText] = useState("");
  return (
    <Panel title={words.title} intro={words.intro}>
      <DropZone
        title={words.drop}
        pick={words.pick}
        isSmall
        isMultiple={false}
        onFiles={([given]) => given !== undefined && onFile(given.file)}
      />
      <form
        class="stack-tight"
        onSubmit={(event) => {
          event.preventDefault();
          void onText(text).then((isDone) => isDone && setText(""));
        }}
      >
        <Field label={words.paste} hint={words.pasteHint(view.header)}>
          {(ids) => (
            <textarea
              {...ids}
              class="input letters-paste mono"
              rows={4}
              spellcheck={false}
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          )}
        </Field>
        <div class="row">
          <Button type="submit" icon="plus" isDisabled={text.trim() === ""}>
            {words.add}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
