/** Converts the input of the filter bar into a filter. All functions are pure. */
import { omitUndefined } from '#core/common/json.ts';
import { getLogPreset } from '#core/logs/logPresets.ts';
import type { LogFilter } from '../sources/logSource.ts';
import type { FilterView } from './logView.ts';

/** Returns the filter, or undefined if it would match all lines. */
export function filterOf({ origin, level, sandbox, pid, text }: FilterView): LogFilter | undefined {
  const filter = omitUndefined({
    origins: origin === '' ? undefined : getLogPreset(origin).filter.origins,
    level: level === '' ? undefined : level,
    sandbox: sandbox === '' ? undefined : sandbox,
    pid: pid === '' ? undefined : Number(pid),
    text: text === '' ? undefined : text,
  });
  return Object.keys(filter).length === 0 ? undefined : filter;
}

/** Returns the start of an ID, as `crictl` shows it. */
export function shortId(id: string): string {
  return id.slice(0, 12);
}
