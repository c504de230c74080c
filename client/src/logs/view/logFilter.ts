/** What the filter bar says, as a filter, and what is said of it. Pure. */
import { given } from '../../../../core/json.ts';
import { logPreset } from '../../../../core/logs/presets.ts';
import type { LogFilter } from '../logSource.ts';
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

/** `QEMU, error, sandbox d1d4d68efc35, "refused"`; `` for none. */
export function filterWords({ origin, level, sandbox, pid, text }: FilterView): string {
  return [
    origin === '' ? '' : logPreset(origin).title,
    level === '' ? '' : level === 'error' ? levelNames.error : `${levelNames[level]} and worse`,
    sandbox === '' ? '' : `sandbox ${shortId(sandbox)}`,
    pid === '' ? '' : `pid ${pid}`,
    text === '' ? '' : `"${text}"`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** The beginning of an id, as `crictl` shows it. */
export function shortId(id: string): string {
  return id.slice(0, 12);
}
