import { useEffect, useState } from "preact/hooks";
import { en } from "../text/en.js";
import { Button } from "./button.js";
import { announce, tellFailure } from "./messages.js";

const SHOWN_MS = 3000;

/** Puts a sentence on the clipboard, and says so; `isShort`: with a drawing alone. */
export function CopySentence({ text, isShort = false }: { text: string; isShort?: boolean }) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const words = en.parts.copy;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
    announce(words.done);
  };
  return (
    <span class="copy screen-only">
      <Button
        kind="quiet"
        isSmall
        icon={isCopied ? "check" : "copy"}
        label={words.label(text)}
        onClick={() => {
          copy().catch(tellFailure);
        }}
        text={isShort ? undefined : isCopied ? words.done : words.button}
      />
    </span>
  );
}
