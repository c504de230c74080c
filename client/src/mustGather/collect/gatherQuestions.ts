/** What is asked before a must-gather begins. Pure. */
import { given } from '../../../../core/json.ts';
import { isDuration, isNamespaceName, usualTimeout, type GatherChoices, type GatherWhat } from '../../../../core/mustGather/choices.ts';
import { isLoud } from '../../../../core/live/status/loudLog.ts';
import type { Result } from '../../../../core/result.ts';
import type { NamedStep } from '../../steps.ts';

export interface GatherSituation {
  /** The image of the installed release; the error says why it is not known. */
  readonly image: Result<string, string>;
  /** Undefined: there is no KataConfig, or it cannot be read. */
  readonly logLevel: string | undefined;
  /** Names; none: they may not be read. */
  readonly nodes: readonly string[];
  /** The folder that is proposed. */
  readonly destination: string;
}

/** Answers that leave the questions. */
export const setLevelFirst = 'first';
export const chooseFolder = 'choose';

/** The question that comes next; undefined: nothing is left to ask. */
export function gatherQuestion(situation: GatherSituation, answers: ReadonlyMap<string, string>): NamedStep | undefined {
  const isAsked = (name: string): boolean => !answers.has(name);
  if (isAsked('what')) return whatQuestion(situation);
  const { logLevel } = situation;
  const ours = ['sandboxed', 'both'].includes(answers.get('what') ?? '');
  if (ours && logLevel !== undefined && !isLoud(logLevel) && isAsked('level')) return levelQuestion(logLevel);
  if (answers.get('level') === setLevelFirst) return undefined;
  if (isAsked('since')) return sinceQuestion;
  if (answers.get('since') === 'other' && isAsked('sinceText')) return durationQuestion('sinceText', 'Logs of how long? As 90m or 48h', '48h');
  if (isAsked('more')) return moreQuestion;
  if (answers.get('more') === 'change') {
    if (isAsked('timeout')) return durationQuestion('timeout', 'How long may it gather? Copying comes after that', '30m', usualTimeout);
    if (isAsked('node')) return nodeQuestion(situation);
    if (isAsked('runNamespace')) return namespaceQuestion;
  }
  return isAsked('folder') ? folderQuestion(situation) : undefined;
}

/** What the answers come to. */
export function gatherChoices({ image }: GatherSituation, answers: ReadonlyMap<string, string>): GatherChoices {
  const what = whats.find((one) => one === answers.get('what')) ?? 'cluster';
  const since = answers.get('since') === 'other' ? answers.get('sinceText') : answers.get('since');
  const text = (value: string | undefined): string | undefined => (value === undefined || value.trim() === '' ? undefined : value.trim());
  return {
    what,
    timeout: text(answers.get('timeout')) ?? usualTimeout,
    ...given({
      image: (what === 'sandboxed' || what === 'both') && image.ok ? image.value : undefined,
      since: since === 'all' ? undefined : text(since),
      node: text(answers.get('node')),
      runNamespace: text(answers.get('runNamespace')),
    }),
  };
}

const whats: readonly GatherWhat[] = ['sandboxed', 'cluster', 'both', 'audit'];

function whatQuestion({ image }: GatherSituation): NamedStep {
  const withImage = image.ok
    ? [
        {
          label: 'OpenShift sandboxed containers',
          description: 'what support asks for first',
          detail: `KataConfig, operator, nodes, their logs. Image ${image.value}`,
          value: 'sandboxed',
        },
        {
          label: 'Both',
          description: 'sandboxed containers and the cluster',
          detail: 'The most that can be told; several gigabytes on large clusters.',
          value: 'both',
        },
      ]
    : [];
  return {
    name: 'what',
    placeHolder: image.ok ? 'What is to be gathered?' : image.error,
    always: true,
    items: [
      ...withImage,
      { label: 'The cluster', description: 'as every must-gather', detail: 'With the image of OpenShift itself.', value: 'cluster' },
      { label: 'Audit logs', description: 'of the API servers', detail: 'Who asked for what, when. They are large, and name people.', value: 'audit' },
    ],
  };
}

function levelQuestion(level: string): NamedStep {
  return {
    name: 'level',
    placeHolder: `CRI-O on the nodes with kata logs at ${level}. Support asks for debug.`,
    items: [
      { label: `Collect at ${level}`, detail: 'Nothing is changed on the nodes. The logs of nodes tell less.', value: 'asIs' },
      {
        label: 'Set debug first...',
        detail: 'The nodes with kata reboot for it, one after another, and again when it is taken back. Then come back here.',
        value: setLevelFirst,
      },
    ],
  };
}

const sinceQuestion: NamedStep = {
  name: 'since',
  placeHolder: 'Logs of how long? Not every image keeps to it.',
  items: [
    { label: 'All that is there', value: 'all' },
    { label: 'The last hour', description: '1h', value: '1h' },
    { label: 'The last 6 hours', description: '6h', value: '6h' },
    { label: 'The last day', description: '24h', value: '24h' },
    { label: 'Another time...', value: 'other' },
  ],
};

const moreQuestion: NamedStep = {
  name: 'more',
  placeHolder: 'How is it to run?',
  items: [
    {
      label: 'As usual',
      detail: `At most ${usualTimeout} of gathering, on a node of the control plane, in a namespace that is made for it and deleted.`,
      value: 'usual',
    },
    { label: 'Otherwise...', detail: 'Another time-out, node or namespace.', value: 'change' },
  ],
};

function durationQuestion(name: string, prompt: string, placeHolder: string, value?: string): NamedStep {
  return {
    name,
    prompt,
    placeHolder,
    ...given({ value }),
    says: (text) => (isDuration(text.trim()) ? undefined : { message: 'A number with s, m or h behind it: 30m', wrong: true }),
  };
}

/** Nodes that are offered, at most. */
const mostNodes = 1000;

function nodeQuestion({ nodes }: GatherSituation): NamedStep {
  return {
    name: 'node',
    placeHolder: 'On which node do its pods run?',
    always: true,
    items: [
      { label: 'Any of the control plane', description: 'as usual', value: '' },
      ...nodes.slice(0, mostNodes).map((name) => ({ label: name, value: name })),
    ],
  };
}

const namespaceQuestion: NamedStep = {
  name: 'runNamespace',
  prompt: 'A namespace that is there, and may run privileged pods; empty: one is made and deleted',
  placeHolder: 'openshift-support',
  says: (text) => (text.trim() === '' || isNamespaceName(text.trim()) ? undefined : { message: 'This is no name of a namespace.', wrong: true }),
};

function folderQuestion({ destination }: GatherSituation): NamedStep {
  return {
    name: 'folder',
    placeHolder: 'Where to? A folder of its own is made there. What is gathered holds names, addresses and logs: keep it out of repositories.',
    items: [
      { label: destination, description: 'for you alone', value: destination },
      { label: 'Another folder...', value: chooseFolder },
    ],
  };
}
