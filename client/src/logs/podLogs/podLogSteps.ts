/** The questions about pod logs: which containers, and from when on. All functions are pure. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { formatUtcTime, readMoment } from '#core/logs/logRange.ts';
import { formatEnd } from '#core/logs/pods/podLogTexts.ts';
import {
  chosenContainers,
  staysOpen,
  defaultTail,
  parseSince,
  type PodLogChoice,
} from '#core/logs/pods/podLogChoice.ts';
import type { ContainerEnd, LogContainer, LogPod } from '#core/logs/pods/logPod.ts';
import { formatCount } from '#core/text/counts.ts';
import { formatNumber } from '#core/text/grammar.ts';
import type { NamedInputStep } from '#client/vscode/prompts/askSteps.ts';

/** Values of the choices that aren't names. A name can't contain a slash at its start. */
const everything = '/all';
export const selectPods = '/pods';
const custom = '/custom';
const previousInstance = '/previous';

const ranges: readonly { readonly id: string; readonly label: () => string; readonly choice: Partial<PodLogChoice> }[] =
  [
    { id: 'tail', label: () => l10n.t`Newest ${formatNumber(defaultTail)} lines`, choice: { tail: defaultTail } },
    { id: '15m', label: () => l10n.t`Last 15 minutes`, choice: { since: { seconds: 900 } } },
    { id: '1h', label: () => l10n.t`Last hour`, choice: { since: { seconds: 3600 } } },
    { id: '1d', label: () => l10n.t`Last day`, choice: { since: { seconds: 86_400 } } },
    { id: 'all', label: () => l10n.t`Entire log`, choice: {} },
  ];

/** Answers of an earlier time, which are preselected. */
export type PodLogAnswers = ReadonlyMap<string, string>;

export interface PodLogStepsInput {
  readonly pods: readonly LogPod[];
  /** Name of the only pod, or undefined if new pods can join. */
  readonly only?: string;
  /** Number of logs that can be opened. */
  readonly free: number;
  readonly before: PodLogAnswers;
  /** Current time, in milliseconds since 1970. */
  readonly now: number;
}

/** Returns the next question, or undefined if there is none. */
export function podLogStep(answers: PodLogAnswers, input: PodLogStepsInput): NamedInputStep | undefined {
  const which = answers.get('containers');
  if (which === undefined) return containersStep(input);
  if (which === selectPods) return undefined;
  return rangeStep(answers, input);
}

function containersStep({ pods, only, free, before }: PodLogStepsInput): NamedInputStep {
  const { names, total, open } = countContainers(pods);
  const isOne = only !== undefined || pods.length === 1;
  const all =
    isOne && names.length === 1
      ? []
      : [{ value: everything, label: allLabel(pods, only), description: formatCount(total, 'container') }];
  const containers = names.map((name) => ({
    value: `c/${name}`,
    label: name,
    description: isOne ? stateOf(pods, name) : l10n.t`Container`,
  }));
  const each = isOne
    ? []
    : pods.map((pod) => ({ value: `p/${pod.name}`, label: pod.name, description: l10n.t`Pod`, detail: detailOf(pod) }));
  const several = isOne || pods.length < 3 ? [] : [{ value: selectPods, label: l10n.t`Select pods...` }];
  const items = [...all, ...several, ...containers, ...each].filter(
    ({ value }) => value === selectPods || (open.get(value) ?? 0) <= free,
  );
  const active = before.get('containers');
  return {
    name: 'containers',
    placeHolder: l10n.t`Select containers`,
    items,
    ...(items.some(({ value }) => value === active) && active !== undefined ? { active } : {}),
  };
}

function allLabel(pods: readonly LogPod[], only: string | undefined): string {
  return only === undefined && pods.length > 1 ? l10n.t`All containers of all pods` : l10n.t`All containers`;
}

interface ContainerCounts {
  /** Names of the containers. If there are too many, those that exist in the most pods. */
  readonly names: readonly string[];
  /** Number of containers of all pods. */
  readonly total: number;
  /** Number of logs that stay open while they're followed, by the value of the choice. */
  readonly open: ReadonlyMap<string, number>;
}

/** Maximum number of container names to list. */
const mostNames = 100;

/** Counts containers and their logs in one pass, because a namespace can have thousands of containers. */
function countContainers(pods: readonly LogPod[]): ContainerCounts {
  const open = new Map<string, number>();
  const podCounts = new Map<string, number>();
  const add = (counts: Map<string, number>, key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
  let total = 0;
  for (const pod of pods) {
    const { name: podName, containers } = pod;
    total += containers.length;
    for (const container of containers) {
      add(podCounts, container.name);
      if (!staysOpen(pod, container)) continue;
      for (const value of [everything, `c/${container.name}`, `p/${podName}`]) add(open, value);
    }
  }
  const names = [...podCounts.keys()];
  const listed =
    names.length <= mostNames
      ? names
      : names.toSorted((one, other) => (podCounts.get(other) ?? 0) - (podCounts.get(one) ?? 0)).slice(0, mostNames);
  return { names: listed, total, open };
}

function stateOf([pod]: readonly LogPod[], name: string): string {
  const container = pod?.containers.find((one) => one.name === name);
  return container === undefined ? '' : describeContainer(container);
}

function detailOf({ phase, node }: LogPod): string {
  return [phase, node].filter((part) => part !== undefined && part !== '').join(' · ');
}

/** Describes a container: its type, its state, and its last restart. */
function describeContainer({ type, state, restarts }: LogContainer): string {
  const types = { init: l10n.t`Init container`, ephemeral: l10n.t`Ephemeral container`, regular: undefined };
  return [
    types[type],
    state.kind === 'terminated' ? formatEnd(state) : state.kind === 'waiting' ? state.reason : undefined,
    restarts > 0 ? formatCount(restarts, 'restart') : undefined,
  ]
    .filter((part) => part !== undefined && part !== '')
    .join(' · ');
}

function whichOf(value: string): PodLogChoice {
  const name = value.slice(2);
  if (value.startsWith('c/')) return { follow: true, containers: [name] };
  return value.startsWith('p/') ? { follow: true, pods: [name] } : { follow: true };
}

function rangeStep(answers: PodLogAnswers, { pods, before, now }: PodLogStepsInput): NamedInputStep | undefined {
  const range = answers.get('range');
  if (range === undefined) {
    const ends = pods.flatMap((pod) =>
      chosenContainers(pod, whichOf(answers.get('containers') ?? everything)).flatMap(({ previous }) => previous ?? []),
    );
    const items = [
      ...ranges.map(({ id, label }) => ({ value: id, label: label() })),
      ...previousItem(ends),
      { value: custom, label: l10n.t`Custom range...` },
    ];
    const active = before.get('range');
    return {
      name: 'range',
      placeHolder: l10n.t`Select which part of the log to show`,
      items,
      active: items.some(({ value }) => value === active) ? (active ?? 'tail') : 'tail',
    };
  }
  if (range !== custom || answers.has('start')) return undefined;
  return {
    name: 'start',
    prompt: l10n.t`Number of lines, duration such as 1h30m, or start time in UTC`,
    placeHolder: '5000, 1h30m, 2026-11-22 07:00',
    says: (text) => {
      const choice = readStart(text, now);
      if (choice === undefined)
        return {
          message: l10n.t`Expected a number of lines, a duration such as 1h30m, or a time such as 07:00.`,
          wrong: true,
        };
      const { since } = choice;
      return since !== undefined && 'at' in since
        ? { message: `${formatUtcTime(since.at)} UTC`, wrong: false }
        : undefined;
    },
  };
}

function previousItem([end]: readonly ContainerEnd[]): readonly {
  value: string;
  label: string;
  description: string;
}[] {
  return end === undefined
    ? []
    : [{ value: previousInstance, label: l10n.t`Instance before the last restart`, description: formatEnd(end) }];
}

/** Parses a number of lines, a duration, or a time. */
function readStart(text: string, now: number): Pick<PodLogChoice, 'tail' | 'since'> | undefined {
  const trimmed = text.trim();
  if (/^\d{1,8}$/.test(trimmed)) return { tail: Number(trimmed) };
  const seconds = parseSince(trimmed);
  if (seconds !== undefined) return { since: { seconds } };
  const at = readMoment(trimmed, now);
  return at === undefined ? undefined : { since: { at } };
}

/** Returns what the answers select. Everything is followed except for a previous instance. */
export function choiceOf(answers: PodLogAnswers, now: number): PodLogChoice {
  const which = whichOf(answers.get('containers') ?? everything);
  const range = answers.get('range');
  if (range === previousInstance) return { ...which, follow: false, previous: true };
  const part =
    range === custom ? readStart(answers.get('start') ?? '', now) : ranges.find(({ id }) => id === range)?.choice;
  return { ...which, ...part };
}
