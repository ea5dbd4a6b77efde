import { useEffect, useState } from "preact/hooks";
import { en } from "./text/en.js";

/** The screens of the page, in the order they are used. */
export const SCREENS = ["start", "check", "run", "results", "person", "geometry", "letters"] as const;

export type ScreenName = (typeof SCREENS)[number];

/** A place in the page: `#results/groups` is the screen results with the part groups. */
export interface Route {
  readonly screen: ScreenName;
  /** What follows the screen's name, decoded; empty when nothing does. */
  readonly part: string;
}

/** The place a location's hash names; anything unknown is the start. */
export function routeOf(hash: string): Route {
  const [name = "", ...rest] = hash.replace(/^#/, "").split("/");
  const screen = SCREENS.find((each) => each === name) ?? "start";
  return { screen, part: decoded(rest.join("/")) };
}

/** The hash of a place, for links. */
export function hashOf(screen: ScreenName, part = ""): string {
  return part === "" ? `#${screen}` : `#${screen}/${part.split("/").map(encodeURIComponent).join("/")}`;
}

/** Goes to a place; the way back leads here. */
export function go(screen: ScreenName, part = ""): void {
  location.hash = hashOf(screen, part);
}

/** What the tab says while a screen is shown. */
export function screenTitle(screen: ScreenName): string {
  return `${en.screens[screen]} – ${en.app.name}`;
}

export function useRoute(): Route {
  const [route, setRoute] = useState(() => routeOf(location.hash));
  useEffect(() => {
    const follow = () => setRoute(routeOf(location.hash));
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return route;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
