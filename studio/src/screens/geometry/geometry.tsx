import { en } from "../../text/en.js";

/** The screen. */
export function Screen() {
  return <h1>{en.screens.geometry}</h1>;
}
