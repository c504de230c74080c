/**
 * Formats series in the text format that Prometheus collects. Source: prometheus/docs@main
 * content/docs/instrumenting/exposition_formats.md.
 */
import type { Family, SimulatedSeries } from './simulatedSeries.ts';

export const expositionType = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * Formats the current values.
 * @param now milliseconds since 1970
 */
export function exposition(families: readonly Family[], now: number): string {
  return families
    .map(({ name, type, help, sources }) => {
      const lines = sources
        .filter((source) => isThere(source, now))
        .map((source) => `${series(source)} ${number(source.value(now))}`);
      return lines.length === 0
        ? ''
        : `# HELP ${name} ${help.replaceAll('\\', '\\\\')}\n# TYPE ${name} ${type}\n${lines.join('\n')}\n`;
    })
    .join('');
}

/**
 * Formats the values at several times, oldest first. A Prometheus that accepts out-of-order samples can import them as
 * history.
 */
export function pastExposition(families: readonly Family[], times: readonly number[]): string {
  const lines = families.flatMap(({ sources }) =>
    sources.flatMap((source) =>
      times.filter((at) => isThere(source, at)).map((at) => `${series(source)} ${number(source.value(at))} ${at}`),
    ),
  );
  return `${lines.join('\n')}\n`;
}

export function isThere({ since, until = Infinity }: SimulatedSeries, at: number): boolean {
  return since <= at && at < until;
}

function series({ labels: { __name__: name = '', ...labels } }: SimulatedSeries): string {
  const inside = Object.entries(labels).map(
    ([label, value]) => `${label}="${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`,
  );
  return inside.length === 0 ? name : `${name}{${inside.join(',')}}`;
}

function number(value: number): string {
  if (value === Infinity) return '+Inf';
  return value === -Infinity ? '-Inf' : String(value);
}
