import { en } from "../text/en.js";
import { ThemeSwitch } from "./theme-switch.js";

/** What the page does with the network, said for the place it was opened from, its version, and its colours. */
export function Footer() {
  return (
    <footer class="frame-footer">
      <div class="soft small">
        <p>
          {en.app.network.always} {origin()}
        </p>
        <div class="footer-end">
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
