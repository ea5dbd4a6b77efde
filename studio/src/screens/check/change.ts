import type { AuditConfiguration } from "../../../../src/folder/configuration.js";
import { store } from "../../store.js";

/** Changes the configuration as it is now, which may be newer than what is on screen; the change can be undone. */
export function change(label: string, make: (configuration: AuditConfiguration) => AuditConfiguration): void {
  store.configure(label, make(store.get().configuration));
}
