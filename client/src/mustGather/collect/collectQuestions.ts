/** Defines the input steps before a must-gather. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import {
  isDuration,
  isNamespaceName,
  usualTimeout,
  type GatherChoices,
  type GatherWhat,
} from '#core/mustGather/collectChoices.ts';
import { isVerboseLogLevel } from '#core/status/kataConfig/verboseLogLevel.ts';
import type { Result } from '#core/common/result.ts';
import type { NamedInputStep } from '#client/vscode/prompts/askSteps.ts';

export interface GatherSituation {
  /** Must-gather image of the installed release, or the reason why it is unknown. */
  readonly image: Result<string, string>;
  /** Current log level. Undefined if there is no KataConfig or it can't be read. */
  readonly logLevel: string | undefined;
  /** Node names. Empty if the user doesn't have permission to list nodes. */
  readonly nodes: readonly string[];
  /** Default destination folder. */
  readonly destination: string;
}

/** Values of the items that end the input steps. */
export const setLevelFirst = 'first';
export const chooseFolder = 'choose';

/** Returns the next input step. Returns undefined if no input is missing. */
export function gatherQuestion(
  situation: GatherSituation,
  answers: ReadonlyMap<string, string>,
): NamedInputStep | undefined {
  const isAsked = (name: string): boolean => !answers.has(name);
  if (isAsked('what')) return whatQuestion(situation);
  const { logLevel } = situation;
  const ours = ['sandboxed', 'both'].includes(answers.get('what') ?? '');
  if (ours && logLevel !== undefined && !isVerboseLogLevel(logLevel) && isAsked('level'))
    return levelQuestion(logLevel);
  if (answers.get('level') === setLevelFirst) return undefined;
  if (isAsked('since')) return sinceQuestion();
  if (answers.get('since') === 'other' && isAsked('sinceText'))
    return durationQuestion('sinceText', l10n.t`How far back to collect logs, such as 90m or 48h`, '48h');
  if (isAsked('more')) return moreQuestion();
  if (answers.get('more') === 'change') {
    if (isAsked('timeout'))
      return durationQuestion(
        'timeout',
        l10n.t`Collection timeout, not including the time to copy the data`,
        '30m',
        usualTimeout,
      );
    if (isAsked('node')) return nodeQuestion(situation);
    if (isAsked('runNamespace')) return namespaceQuestion();
  }
  return isAsked('folder') ? folderQuestion(situation) : undefined;
}

/** Converts the answers to must-gather options. */
export function gatherChoices({ image }: GatherSituation, answers: ReadonlyMap<string, string>): GatherChoices {
  const what = whats.find((one) => one === answers.get('what')) ?? 'cluster';
  const since = answers.get('since') === 'other' ? answers.get('sinceText') : answers.get('since');
  const text = (value: string | undefined): string | undefined =>
    value === undefined || value.trim() === '' ? undefined : value.trim();
  return {
    what,
    timeout: text(answers.get('timeout')) ?? usualTimeout,
    ...omitUndefined({
      image: (what === 'sandboxed' || what === 'both') && image.ok ? image.value : undefined,
      since: since === 'all' ? undefined : text(since),
      node: text(answers.get('node')),
      runNamespace: text(answers.get('runNamespace')),
    }),
  };
}

const whats: readonly GatherWhat[] = ['sandboxed', 'cluster', 'both', 'audit'];

function whatQuestion({ image }: GatherSituation): NamedInputStep {
  const withImage = image.ok
    ? [
        {
          label: l10n.t`OpenShift sandboxed containers`,
          description: l10n.t`Red Hat Support asks for this data first`,
          detail: l10n.t`KataConfig, operator, nodes, and their logs. Image: ${image.value}`,
          value: 'sandboxed',
        },
        {
          label: l10n.t`OpenShift sandboxed containers and the cluster`,
          detail: l10n.t`Most complete data. Several gigabytes on large clusters.`,
          value: 'both',
        },
      ]
    : [];
  return {
    name: 'what',
    placeHolder: image.ok ? l10n.t`Select the data to collect` : image.error,
    always: true,
    items: [
      ...withImage,
      {
        label: l10n.t`Cluster`,
        description: l10n.t`Default must-gather`,
        value: 'cluster',
      },
      {
        label: l10n.t`Audit logs`,
        detail: l10n.t`Records of who requested what, and when. These logs are large and contain user names.`,
        value: 'audit',
      },
    ],
  };
}

function levelQuestion(level: string): NamedInputStep {
  return {
    name: 'level',
    placeHolder: l10n.t`The CRI-O log level on Kata nodes is ${level}. Red Hat Support asks for logs at level debug.`,
    items: [
      {
        label: l10n.t`Collect at log level ${level}`,
        detail: l10n.t`Doesn't change the nodes, but the node logs contain less detail than at level debug.`,
        value: 'asIs',
      },
      {
        label: l10n.t`Set the log level to debug first...`,
        detail: l10n.t`The Kata nodes reboot one after another. When they finish, run Collect Must-Gather again. When you reset the log level afterward, the nodes reboot again.`,
        value: setLevelFirst,
      },
    ],
  };
}

const sinceQuestion = (): NamedInputStep => ({
  name: 'since',
  placeHolder: l10n.t`Select the log time range. Some must-gather images ignore it.`,
  items: [
    { label: l10n.t`All logs`, value: 'all' },
    { label: l10n.t`Last hour`, description: '1h', value: '1h' },
    { label: l10n.t`Last 6 hours`, description: '6h', value: '6h' },
    { label: l10n.t`Last day`, description: '24h', value: '24h' },
    { label: l10n.t`Custom range...`, value: 'other' },
  ],
});

const moreQuestion = (): NamedInputStep => ({
  name: 'more',
  placeHolder: l10n.t`Select how to run the collection`,
  items: [
    {
      label: l10n.t`Default settings`,
      detail: l10n.t`Collects for up to ${usualTimeout} on a control plane node, in a temporary namespace.`,
      value: 'usual',
    },
    { label: l10n.t`Select the timeout, node, and namespace...`, value: 'change' },
  ],
});

function durationQuestion(name: string, prompt: string, placeHolder: string, value?: string): NamedInputStep {
  return {
    name,
    prompt: prompt,
    placeHolder,
    ...omitUndefined({ value }),
    says: (text) =>
      isDuration(text.trim())
        ? undefined
        : { message: l10n.t`Enter a number followed by s, m, or h, such as 30m.`, wrong: true },
  };
}

/** Maximum number of nodes to offer. */
const mostNodes = 1000;

function nodeQuestion({ nodes }: GatherSituation): NamedInputStep {
  return {
    name: 'node',
    placeHolder: l10n.t`Select the node for the must-gather pods`,
    always: true,
    items: [
      { label: l10n.t`Any control plane node`, description: l10n.t`Default`, value: '' },
      ...nodes.slice(0, mostNodes).map((name) => ({ label: name, value: name })),
    ],
  };
}

const namespaceQuestion = (): NamedInputStep => ({
  name: 'runNamespace',
  prompt: l10n.t`Existing namespace that allows privileged pods. If you leave this field empty, oc creates a temporary namespace and deletes it afterward.`,
  placeHolder: 'openshift-support',
  says: (text) =>
    text.trim() === '' || isNamespaceName(text.trim())
      ? undefined
      : { message: l10n.t`A namespace name can contain only lowercase letters, digits, and hyphens.`, wrong: true },
});

function folderQuestion({ destination }: GatherSituation): NamedInputStep {
  return {
    name: 'folder',
    placeHolder: l10n.t`Select a location for the new must-gather folder. The folder contains names, addresses, and logs, so don't commit it to a repository.`,
    items: [
      { label: destination, description: l10n.t`Accessible only to you`, value: destination },
      { label: l10n.t`Another Folder...`, value: chooseFolder },
    ],
  };
}
