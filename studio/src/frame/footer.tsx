import { en } from "../text/en.js";

/** What the page does with the network, said for the place it was opened from, and its version. */
export function Footer() {
  const words = en.app.network;
  return (
    <footer class="frame-footer">
      <div>
        <p>
          {words.always} {location.protocol === "file:" ? words.fromDisk : words.fromServer(location.host)}
        </p>
        <p class="number">{en.app.version(__RECAST_PACKAGE__.name, __RECAST_PACKAGE__.version)}</p>
      </div>
    </footer>
  );
}
