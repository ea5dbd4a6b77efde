import { en } from "../text/en.js";
import { ThemeSwitch } from "./theme-switch.js";

/** What the page does with the network, said for the place it was opened from, its version, and its colours. */
export function Footer() {
  const words = en.app.network;
  return (
    <footer class="frame-footer">
      <div>
        <p>
          {words.always} {location.protocol === "file:" ? words.fromDisk : words.fromServer(location.host)}
        </p>
        <div class="footer-end">
          <p class="number">{en.app.version(__RECAST_PACKAGE__.name, __RECAST_PACKAGE__.version)}</p>
          <ThemeSwitch />
        </div>
      </div>
    </footer>
  );
}
