import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { en } from "../text/en.js";
import { Button } from "./button.js";

interface DialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  /** Escape, the closing button, or a press beside the dialog. */
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly actions: ComponentChildren;
}

/** A question or a piece of help in front of the page; the focus goes in and comes back. */
export function Dialog({ isOpen, title, onClose, children, actions }: DialogProps) {
  const titleId = useId();
  const place = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = place.current;
    if (dialog === null || dialog.open === isOpen) return;
    if (isOpen) dialog.showModal();
    else dialog.close();
  }, [isOpen]);
  return (
    <dialog
      ref={place}
      class="dialog"
      aria-labelledby={titleId}
      onClose={onClose}
      onPointerDown={(event) => {
        if (event.target === place.current) onClose();
      }}
    >
      <div class="dialog-inner stack">
        <header class="block-header row apart">
          <h2 id={titleId}>{title}</h2>
          <Button kind="quiet" icon="close" label={en.parts.close} onClick={onClose} />
        </header>
        <div class="stack">{children}</div>
        <div class="row dialog-actions">{actions}</div>
      </div>
    </dialog>
  );
}
