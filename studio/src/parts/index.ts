// What screens are put together from.
export { Button, Download, type FileToSave, LinkButton } from "./button.js";
export { CopySentence } from "./copy.js";
export { type Column, DataTable, lastPage, Pager, ScrollBox } from "./data-table.js";
export { Definitions } from "./definitions.js";
export { Dialog } from "./dialog.js";
export { DropZone, FilePicker, type GivenFile } from "./drop-zone.js";
export { Badge, Icon, type IconName } from "./icon.js";
export { Checkbox, Field, Select, Slider, Switch, TextInput } from "./inputs.js";
export {
  Announcer,
  announce,
  Failure,
  LiveRegion,
  NOTICE_ICONS,
  Notice,
  Progress,
  tell,
  tellFailure,
} from "./messages.js";
export { Panel, ScreenHead, Section } from "./panel.js";
export { useSearched } from "./searched.js";
export { Tabs } from "./tabs.js";
export { Without } from "./without.js";
