import { Icon, type IconName } from "../parts/index.js";
import { shared } from "../shared.js";
import { en } from "../text/en.js";

/** What the page does with the network, said for the place it was opened from, its version, and its colours. */
export function Footer() {
  return (
    <footer class="frame-footer">
      <div class="soft small">
        <p>
          {en.app.promise} {origin()}
        </p>
        <div class="footer-end row">
          <p class="number">{en.app.version(__RECAST_PACKAGE__.name, __RECAST_PACKAGE__.version)}</p>
          <ThemeSwitch />
        </div>
      </div>
    </footer>
  );
}

/** Names of this computer: there `recast studio` serves the page, with a policy that refuses every other address. */
const HERE = new Set(["127.0.0.1", "localhost"]);

function origin(): string {
  const { fromDisk, fromHere, fromServer } = en.app.network;
  if (location.protocol === "file:") return fromDisk;
  return HERE.has(location.hostname) ? fromHere(location.host) : fromServer(location.host);
}

const CHOICES: readonly { readonly theme: Theme; readonly icon: IconName }[] = [
  { theme: "system", icon: "system" },
  { theme: "light", icon: "sun" },
  { theme: "dark", icon: "moon" },
];

/** Light, dark, or what the system asks for. */
function ThemeSwitch() {
  const chosen = chosenTheme.use();
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
type Theme = "system" | "light" | "dark";

const chosenTheme = shared<Theme>("system");

/** Chooses the colours. Held in memory only: a page that is opened again follows the system. */
function setTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
  chosenTheme.set(theme);
}
