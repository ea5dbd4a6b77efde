import { type Command, Option } from "commander";
import type { KindName } from "../settings/kinds.js";
import { defaultText, isRepeatable } from "../settings/setting-words.js";
import { type CommandName, type Setting, type SettingName, settings } from "../settings/settings.js";
import {
  columnBins,
  columnType,
  conditionList,
  delimiter,
  markerList,
  nameList,
  nonNegative,
  share,
  sizeList,
  wholeNumber,
} from "./arguments.js";

type Parser = (text: string, before: never) => unknown;

/** How the text after a flag becomes a value; kinds that are not here are taken as written. */
const PARSERS: Partial<Record<KindName, Parser>> = {
  names: nameList,
  markers: markerList,
  conditions: conditionList,
  delimiter,
  whole: wholeNumber,
  number: nonNegative,
  share,
  sizes: sizeList,
  columnTypes: columnType,
  columnCuts: columnBins,
};

/** A setting as an option of the command line. */
export function optionOf(setting: Pick<Setting, "kind" | "flag" | "help" | "default" | "defaultWords">): Option {
  const { kind, flag, help } = setting;
  const usual = defaultText(setting);
  const words = `${kind.name === "onOff" ? "do not " : ""}${help}${isRepeatable(kind.name) ? "; repeatable" : ""}`;
  const option = new Option(flag ?? "", usual === null ? words : `${words} (default: ${usual})`);
  if (kind.name === "choice") return option.choices(kind.choices);
  const parser = PARSERS[kind.name];
  return parser === undefined ? option : option.argParser(parser as (text: string, before: unknown) => unknown);
}

/** The option of one setting, for commands that take few. */
export function settingOption(name: SettingName): Option {
  return optionOf(settings[name]);
}

/** Adds every setting that a command takes. */
export function withSettings(command: Command, name: CommandName): Command {
  for (const setting of Object.values<Setting>(settings)) {
    if (setting.flag !== null && setting.commands.includes(name)) command.addOption(optionOf(setting));
  }
  return command;
}
