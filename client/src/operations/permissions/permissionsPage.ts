/**
 * Creates the page with the permissions of the user: tasks with missing permissions first, and the roles with which an
 * administrator can grant them. Doesn't use VS Code.
 */
import * as l10n from '@vscode/l10n';
import { formatCount } from '#core/text/counts.ts';
import { joinSentences } from '#core/text/grammar.ts';
import { omitUndefined } from '#core/common/json.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { describeAlternatives, formatPermissions, type NamedRight } from '#core/operations/lookups/permissions.ts';
import { renderRoles } from '#core/operations/permissions/missingPermissionRoles.ts';
import {
  listMissing,
  permissionKey,
  reviewTasks,
  type TaskReview,
} from '#core/operations/permissions/permissionTasks.ts';
import type { PermissionReview, PermissionState } from '#core/operations/permissions/reviewPermissions.ts';
import type { CheckView, DetailAction, DetailPage, DetailSection, Tone } from '#client/details/detailPage.ts';
import { commandAction, describeLocation } from '#client/details/sharedSections.ts';
import { formatTimeOfDay } from '#client/text/timeOfDay.ts';
import { renderManifestYaml } from '../manifests/manifestYaml.ts';

export interface PermissionsInput {
  readonly context: string;
  readonly server: string;
  /** Name of the user in the cluster. Undefined if the cluster didn't report it. */
  readonly userName: string | undefined;
  /** Name of the user in the kubeconfig. */
  readonly user: string;
  /** Undefined if the cluster didn't report any permission. */
  readonly review: PermissionReview | undefined;
  /** Time of the review in milliseconds since 1970. */
  readonly asOf: number;
  readonly now: number;
  /** True while the permissions are reviewed again. */
  readonly isChecking: boolean;
}

/** Returns the roles that grant all missing permissions, as YAML. */
export function missingRoles({ review, userName }: Pick<PermissionsInput, 'review' | 'userName'>): string {
  return renderRoles(listMissing(reviewTasks(review ?? { states: new Map() })), userName, renderManifestYaml);
}

export function permissionsPage(input: PermissionsInput): DetailPage {
  const { context, server, user, userName, review } = input;
  const tasks = reviewTasks(review ?? { states: new Map() });
  const missing = listMissing(tasks);
  return {
    type: 'detail',
    kind: l10n.t`Permissions`,
    title: userName ?? user,
    place: describeLocation(context),
    state: stateOf(tasks, missing),
    freshness: freshnessOf(input),
    cause:
      review === undefined
        ? [l10n.t`The cluster didn't report your permissions. All commands are available, but some might fail.`]
        : [],
    ...(missing.length === 0
      ? {}
      : {
          todo: l10n.t`Send the roles below to a cluster administrator, or generate a runbook for the administrator.`,
        }),
    actions: actionsOf(context, missing),
    sections: [
      {
        kind: 'checks',
        id: 'tasks',
        title: l10n.t`Tasks`,
        items: tasks
          .toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
          .map((task) => taskView(task, review?.namespace)),
      },
      ...rolesSection(input, missing),
      {
        kind: 'facts',
        id: 'where',
        title: l10n.t`Cluster`,
        rows: [
          { label: l10n.t`API server`, value: sanitizeLine(server, 300) },
          { label: l10n.t`User`, value: sanitizeLine(userName ?? user, 300) },
          ...(review?.namespace === undefined
            ? []
            : [{ label: l10n.t`Namespace`, value: sanitizeLine(review.namespace, 100) }]),
        ],
      },
    ],
  };
}

const order: readonly PermissionState[] = ['missing', 'unknown', 'inNamespace', 'granted'];

function stateOf(tasks: readonly TaskReview[], missing: readonly NamedRight[]): DetailPage['state'] {
  if (missing.length > 0)
    return {
      tone: 'attention',
      word: l10n.t`Missing`,
      headline: l10n.t`${missing.length} of ${formatCount(countOf(tasks), 'right')} missing`,
    };
  return tasks.some(({ state }) => state === 'unknown')
    ? { tone: 'unknown', word: words.unknown() }
    : { tone: 'ok', word: words.granted() };
}

function countOf(tasks: readonly TaskReview[]): number {
  return new Set(tasks.flatMap(({ needed }) => needed.map(permissionKey))).size;
}

const words: Readonly<Record<PermissionState, () => string>> = {
  granted: () => l10n.t`Granted`,
  inNamespace: () => l10n.t`Granted in one namespace`,
  missing: () => l10n.t`Missing`,
  unknown: () =>
    l10n.t({
      message: 'Unknown',
      args: [],
      comment: ['The heading of the preflight checks without a result, and the result of such a check.'],
    }),
};
const tones: Readonly<Record<PermissionState, Tone>> = {
  granted: 'ok',
  inNamespace: 'ok',
  missing: 'attention',
  unknown: 'unknown',
};

function freshnessOf({ asOf, now, isChecking }: PermissionsInput): DetailPage['freshness'] {
  const checked = l10n.t`Checked at ${formatTimeOfDay(asOf, now)}.`;
  return { isLive: true, words: isChecking ? joinSentences(checked, l10n.t`Checking again...`) : checked };
}

function actionsOf(context: string, missing: readonly NamedRight[]): readonly DetailAction[] {
  const again: DetailAction = {
    label: l10n.t`Check Again`,
    ...omitUndefined({ primary: missing.length === 0 ? (true as const) : undefined }),
    effect: { kind: 'own', name: 'checkAgain' },
  };
  if (missing.length === 0) return [again];
  return [
    { label: l10n.t`Open Roles as YAML`, primary: true, effect: { kind: 'own', name: 'export' } },
    commandAction(l10n.t`Generate Runbook...`, 'osc.runbook.create', { context }),
    again,
  ];
}

function taskView({ id, title, state, needed, missing, unknown, inNamespace }: TaskReview, own?: string): CheckView {
  const all = formatCount(needed.length, 'right');
  const granted = needed.filter((one) => ![...missing, ...unknown, ...inNamespace].includes(one));
  return {
    id,
    state: { tone: tones[state], word: state === 'inNamespace' ? words.granted() : words[state]() },
    title: title(),
    headline:
      missing.length > 0
        ? l10n.t`${missing.length} of ${all} missing`
        : unknown.length > 0
          ? l10n.t`${unknown.length} of ${all} unknown`
          : inNamespace.length > 0
            ? l10n.t`Granted only in namespace ${own ?? ''}`
            : l10n.t`All ${needed.length} granted`,
    paragraphs: [],
    evidence: [
      ...formatPermissions(missing).map((line) => `${words.missing()}: ${line}`),
      ...formatPermissions(unknown).map((line) => `${words.unknown()}: ${line}`),
      ...describeAlternatives(unknown),
      ...formatPermissions(inNamespace).map((line) => `${words.inNamespace()}: ${line}`),
      ...formatPermissions(granted).map((line) => `${words.granted()}: ${line}`),
    ],
    isFolded: state === 'granted',
  };
}

function rolesSection(input: PermissionsInput, missing: readonly NamedRight[]): readonly DetailSection[] {
  if (missing.length === 0) return [];
  return [
    {
      kind: 'code',
      id: 'roles',
      title: l10n.t`Roles for the administrator`,
      note: l10n.t`These roles grant all missing permissions. To create roles for only one task, such as the installation, run: ${`\`${rightsCommand(input.context)}\``}`,
      summary: l10n.t`Show YAML`,
      text: missingRoles(input),
    },
  ];
}

/** Returns the command that prints the roles for one task. */
function rightsCommand(context: string): string {
  return `osc-tools rights --context '${context.replaceAll("'", String.raw`'\''`)}' --for install --role`;
}
