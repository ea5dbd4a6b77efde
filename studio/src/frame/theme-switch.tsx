import { useEffect, useState } from "preact/hooks";
import { Icon, type IconName } from "../parts/index.js";
import { en } from "../text/en.js";

const CHOICES: readonly { readonly theme: Theme; readonly icon: IconName }[] = [
  { theme: "system", icon: "system" },
  { theme: "light", icon: "sun" },
  { theme: "dark", icon: "moon" },
];

/** Light, dark, or what the system asks for. */
export function ThemeSwitch() {
  const chosen = useTheme();
  return (
    <fieldset class="theme">
      <legend class="hidden">{en.app.theme.label}</legend>
      {CHOICES.map(({ theme, icon }) => (
        <label key={theme} title={en.app.theme[theme]}>
          <input type="radio" name="theme" value={theme} checked={theme === chosen} onChange={() => setTheme(theme)} />
          <Icon name={icon} />
          <span class="hidden">{en.app.theme[theme]}</span>
        </label>
      ))}
    </fieldset>
  );
}

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
