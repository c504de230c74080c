/**
 * Builds the timeline of objects that the extension doesn't watch, from the timestamps in their status. Doesn't use VS
 * Code.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined, getList, getString } from '#core/common/json.ts';
import { readConditions } from '#core/cluster/objects/clusterObject.ts';
import { parseTimestamp } from '#core/common/time.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { DetailSection } from './detailPage.ts';
import { statusChanges, statusTimeline, type StatusChange } from './statusTimeline.ts';

/**
 * Lists the timestamps in the status of pods and of their owners, newest first.
 * @param several whether each entry names its object
 * @param now milliseconds since 1970
 */
export function objectTimeline(
  objects: readonly { readonly name: string; readonly raw: unknown }[],
  several: boolean,
  now: number,
): DetailSection {
  const changes = objects.flatMap(({ name, raw }) =>
    changesOf(raw).map((change) => ({ ...change, ...omitUndefined({ name: several ? name : undefined }) })),
  );
  return statusTimeline(
    changes,
    now,
    l10n.t`Kubernetes objects store only the latest time of each kind of change, so the timeline doesn't show earlier changes.`,
  );
}

function changesOf(raw: unknown): readonly StatusChange[] {
  const created = parseTimestamp(getString(raw, 'metadata', 'creationTimestamp'));
  const containers = [
    ...getList(raw, 'status', 'initContainerStatuses'),
    ...getList(raw, 'status', 'containerStatuses'),
  ]
    .slice(0, 50)
    .flatMap(containerChanges);
  return [...statusChanges(created, readConditions(raw)), ...containers];
}

function containerChanges(status: unknown): readonly StatusChange[] {
  const name = sanitizeLine(getString(status, 'name') ?? '', 63);
  const started = parseTimestamp(
    getString(status, 'state', 'running', 'startedAt') ?? getString(status, 'state', 'terminated', 'startedAt'),
  );
  const ended = parseTimestamp(getString(status, 'state', 'terminated', 'finishedAt'));
  const reason = sanitizeLine(getString(status, 'state', 'terminated', 'reason') ?? '', 60);
  return [
    ...(started === undefined ? [] : [{ at: started, words: l10n.t`Container ${name} started` }]),
    ...(ended === undefined
      ? []
      : [
          {
            at: ended,
            words: reason === '' ? l10n.t`Container ${name} exited` : l10n.t`Container ${name} exited: ${reason}`,
          },
        ]),
  ];
}
