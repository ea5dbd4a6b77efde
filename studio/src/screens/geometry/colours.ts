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

/** The colours, read again when system or user change the theme, and for paper. */
export function useColours(): Colours {
  const [colours, setColours] = useState(readColours);
  useEffect(() => {
    const follow = () => setColours(readColours());
    const queries = ["(prefers-color-scheme: dark)", "print"].map((query) => matchMedia(query));
    const own = new MutationObserver(follow);
    for (const query of queries) query.addEventListener("change", follow);
    own.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    return () => {
      for (const query of queries) query.removeEventListener("change", follow);
      own.disconnect();
    };
  }, []);
  return colours;
}

/** Variables hold both themes; only the colour of an element says which one is in use. */
function readColours(): Colours {
  const probe = document.body.appendChild(document.createElement("span"));
  const entries = Object.entries(NAMES).map(([name, variable]) => {
    probe.style.color = `var(${variable})`;
    return [name, getComputedStyle(probe).color];
  });
  probe.remove();
  return Object.fromEntries(entries) as Colours;
}
