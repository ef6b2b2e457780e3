export interface Gate {
  readonly open: () => void;
  /** Resolves once it has been opened. */
  readonly opened: Promise<void>;
}

/** Makes something that is closed until it is opened. */
export function makeGate(): Gate {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}
