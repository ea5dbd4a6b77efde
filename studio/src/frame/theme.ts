import { useEffect, useState } from "preact/hooks";

/** Which colours the page has: those the system asks for, or one kind always. */
export type Theme = "system" | "light" | "dark";

let current: Theme = "system";
const listeners = new Set<(theme: Theme) => void>();

/** Chooses the colours. Held in memory only: a page that is opened again follows the system. */
export function setTheme(theme: Theme): void {
  current = theme;
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
  for (const listener of [...listeners]) listener(theme);
}

/** The chosen colours, kept up to date in a component. */
export function useTheme(): Theme {
  const [theme, set] = useState(current);
  useEffect(() => {
    listeners.add(set);
    return () => {
      listeners.delete(set);
    };
  }, []);
  return theme;
}
