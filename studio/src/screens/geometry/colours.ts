import { useEffect, useState } from "preact/hooks";

const NAMES = {
  paper: "--raised",
  ink: "--ink",
  soft: "--soft",
  rule: "--rule",
  accent: "--accent",
  accepted: "--chart-accepted",
  rejected: "--chart-rejected",
  open: "--chart-open",
  letters: "--chart-letters",
} as const;

/** The colours of the theme, as the canvas needs them. */
export type Colours = Readonly<Record<keyof typeof NAMES, string>>;

/** The colours, read again when system or user change the theme. */
export function useColours(): Colours {
  const [colours, setColours] = useState(readColours);
  useEffect(() => {
    const follow = () => setColours(readColours());
    const system = matchMedia("(prefers-color-scheme: dark)");
    const own = new MutationObserver(follow);
    system.addEventListener("change", follow);
    own.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    return () => {
      system.removeEventListener("change", follow);
      own.disconnect();
    };
  }, []);
  return colours;
}

function readColours(): Colours {
  const style = getComputedStyle(document.documentElement);
  const entries = Object.entries(NAMES).map(([name, variable]) => [name, style.getPropertyValue(variable).trim()]);
  return Object.fromEntries(entries) as Colours;
}
