/** What the filter bar says, as a filter, and what is said of it. Pure. */
import * as l10n from '@vscode/l10n';
import { given } from '#core/common/json.ts';
import { logPreset } from '#core/logs/logPresets.ts';
import type { LogFilter } from '../sources/logSource.ts';
import { levelNames, type FilterView } from './logView.ts';

/** Undefined: nothing is filtered out. */
export function filterOf({ origin, level, sandbox, pid, text }: FilterView): LogFilter | undefined {
  const filter = given({
    origins: origin === '' ? undefined : logPreset(origin).filter.origins,
    level: level === '' ? undefined : level,
    sandbox: sandbox === '' ? undefined : sandbox,
    pid: pid === '' ? undefined : Number(pid),
    text: text === '' ? undefined : text,
  });
  return Object.keys(filter).length === 0 ? undefined : filter;
}

/** A level, and those that are worse. */
const levelsFrom = {
  error: levelNames.error,
  warning: l10n.t`warning and worse`,
  info: l10n.t`info and worse`,
  debug: l10n.t`debug and worse`,
} as const;

/** `QEMU, error, sandbox d1d4d68efc35, "refused"`; `` for none. */
export function filterWords({ origin, level, sandbox, pid, text }: FilterView): string {
  return [
    origin === '' ? '' : logPreset(origin).title,
    level === '' ? '' : levelsFrom[level],
    sandbox === '' ? '' : l10n.t`sandbox ${shortId(sandbox)}`,
    pid === '' ? '' : l10n.t`pid ${pid}`,
    text === '' ? '' : `"${text}"`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** The beginning of an id, as `crictl` shows it. */
export function shortId(id: string): string {
  return id.slice(0, 12);
}
