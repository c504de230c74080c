/** Asks before a server-side apply takes over fields that other field managers set. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import type { PlannedObject } from '#core/operations/changes/plannedObject.ts';
import { formatCount } from '#core/text/counts.ts';
import { formatNames } from '#core/text/phrases.ts';
import type { Notify } from '#client/vscode/notify.ts';
import { describeConflicts } from './planApply.ts';

/** Maximum number of objects in the question. */
const mostObjects = 10;

/**
 * Returns whether the objects can be applied: the user agrees, or no field is taken over.
 * @param context context of the cluster
 */
export async function askToTakeOver(
  notify: Pick<Notify, 'confirm'>,
  context: string,
  planned: readonly PlannedObject[],
): Promise<boolean> {
  const taken = planned.filter(({ conflicts = [] }) => conflicts.length > 0);
  if (taken.length === 0) return true;
  const lines = taken
    .slice(0, mostObjects)
    .map(({ reference: { kind, name }, conflicts = [] }) => `${kind} ${name}: ${describeConflicts(conflicts)}`);
  const others = taken.length - lines.length;
  const fields = taken.flatMap(({ conflicts = [] }) => conflicts);
  const managers = new Set(fields.map(({ manager }) => manager ?? l10n.t`another field manager`));
  return notify.confirm(
    l10n.t`Take over ${formatCount(fields.length, 'field')} from ${formatNames([...managers])} on ${context}?`,
    [
      ...lines,
      ...(others > 0 ? [l10n.t`${others} more not shown.`] : []),
      l10n.t`Applying replaces the values, and this extension then manages the fields. If a controller or a GitOps tool set a value, it can change the value back.`,
    ].join('\n\n'),
    l10n.t`Take Over Fields`,
  );
}
