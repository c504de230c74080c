/** Takes a view that shows the lines which name a pod to those of its newest sandbox. Without VS Code. */
import * as l10n from '@vscode/l10n';
import type { LogSource } from '../sources/logSource.ts';
import type { LogModel } from '../view/logModel.ts';
import { noFilter } from '../view/logView.ts';
import { SandboxOf } from './podSandboxTracker.ts';

/** Looks on while a log is shown. */
export interface Onlooker {
  /** It is read from there now, and no longer from where it was read before. */
  readonly read: (source: LogSource) => void;
  readonly close: () => void;
}

export interface PodShown {
  readonly namespace: string;
  readonly name: string;
  readonly model: Pick<LogModel, 'filter' | 'isFiltered' | 'setFilter'>;
  /** It cannot be found out. */
  readonly failed: (error: unknown) => void;
}

/**
 * A journal comes from old to new, and a pod whose sandbox fails gets others: so the view moves on with each newer one, until all was read, or
 * somebody has filtered otherwise.
 */
export function toSandbox({ namespace, name, model, failed }: PodShown): Onlooker {
  const sandboxOf = new SandboxOf(namespace, name);
  let ours = model.filter;
  let shown: string | undefined;
  let stop: () => void = () => undefined;

  const move = (newest: string): void => {
    shown = newest;
    ours = { ...noFilter, sandbox: newest };
    model.setFilter(ours, [l10n.t`Only lines about the sandbox ${newest} of ${name} are shown: the newest of it that was read.`]);
  };

  const read = (source: LogSource): void => {
    stop();
    if (model.filter !== ours) return;
    const named = source.filtered({ text: name });
    let busy = false;
    let again = false;
    let over = false;
    let unlisten: () => void = () => undefined;
    stop = () => {
      over = true;
      unlisten();
      named.close();
    };
    const look = async (): Promise<void> => {
      const isAll = !source.state.grows && named.state.done >= named.state.total;
      const newest = await sandboxOf.newest(named);
      if (over) return;
      if (model.filter !== ours) return stop();
      // Who looks at the whole log is not taken away from it.
      if (newest !== undefined && newest !== shown && model.isFiltered) move(newest);
      if (!isAll) return;
      stop();
      if (newest === undefined)
        model.setFilter(ours, [l10n.t`No line that was read says which sandbox ${name} has: all that name the pod are shown. Read further back.`]);
    };
    const lookOn = (): void => {
      again = true;
      if (busy || over) return;
      busy = true;
      again = false;
      look()
        .catch((error: unknown) => {
          if (!over) failed(error);
        })
        .finally(() => {
          busy = false;
          if (again) lookOn();
        });
    };
    unlisten = named.onChange(lookOn);
    lookOn();
  };
  return { read, close: () => stop() };
}
