import { Icon, type IconName } from "../parts/index.js";
import { en } from "../text/en.js";
import { setTheme, type Theme, useTheme } from "./theme.js";

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
