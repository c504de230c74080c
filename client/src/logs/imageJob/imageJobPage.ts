/** Creates the page of the image creation job: the problem, the timeline, and the logs. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { imageJobMessage } from '#core/status/logMessages/imageJobMessage.ts';
import { omitUndefined, isJsonObject } from '#core/common/json.ts';
import { quoteShellCommand } from '#core/oc/shellText.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { listPeerPodsParts } from '#core/status/peerPods/peerPodsParts.ts';
import { sanitizeLogLine } from '#core/text/sanitize.ts';
import { operatorNamespace, peerPodsConfigMapName } from '#core/product/namespaces.ts';
import { imageJobName, type ImageJobSnapshot, type ImagePod } from './readImageJob.ts';
import { renderObjectYaml } from '#client/clusters/documents/objectYaml.ts';
import { podKind } from '#client/kubernetes/read/readableKinds.ts';
import type { DetailAction, DetailPage, DetailSection, FactView } from '#client/details/detailPage.ts';
import { objectTimeline } from '#client/details/objectTimeline.ts';
import {
  commandAction,
  freshnessOfRead,
  describeLocation,
  referenceTo,
  stateOf,
  timelineAction,
  yamlLink,
  yamlSection,
} from '#client/details/sharedSections.ts';
import { eventsSection } from '#client/details/eventsSection.ts';

export interface ImageJobInput {
  readonly context: string;
  readonly snapshot: Snapshot;
  readonly seen: ImageJobSnapshot;
  /** Time when the job was last read, in milliseconds since 1970. */
  readonly asOf: number;
  readonly now: number;
  /** Reason why the job can't be read now. */
  readonly problem?: string;
}

/** Maximum number of log lines that are listed as errors. */
const mostTelling = 20;

export function imageJobPage(input: ImageJobInput): DetailPage {
  const { context, snapshot, seen, asOf, now, problem } = input;
  const part = listPeerPodsParts(snapshot).find(({ id }) => id === 'podVmImage');
  const freshness = freshnessOfRead(asOf, now, problem);
  return {
    type: 'detail',
    kind: 'Job',
    title: l10n.t`Pod VM image`,
    place: describeLocation(context, operatorNamespace),
    state: stateOf(part?.health ?? 'unknown', part?.headline ?? '', freshness),
    freshness,
    cause: [part?.meaning ?? l10n.t`Can't read the peer pods configuration on this cluster.`, ...seen.problems],
    ...omitUndefined({ next: part?.next, todo: part?.todo, docs: part?.docs }),
    actions: actionsOf(input),
    sections: [
      ...errorsSection(seen),
      timeline(seen, now),
      events(seen, now),
      evidence(input),
      ...logSections(seen),
      commandsSection(),
      ...yaml(seen),
    ],
  };
}

const jobReference = referenceTo('jobs', { name: imageJobName, namespace: operatorNamespace });
const configMapReference = referenceTo('configMaps', { name: peerPodsConfigMapName, namespace: operatorNamespace });

function actionsOf({ context, seen }: ImageJobInput): readonly DetailAction[] {
  const openYaml = commandAction(l10n.t`Open as YAML`, 'osc.object.openYaml', { context, object: jobReference });
  return [
    commandAction(l10n.t`Configure Peer Pods...`, 'osc.peerpods.configure', { context }),
    timelineAction(),
    ...(seen.job === undefined ? [] : [openYaml]),
  ];
}

/** Lists the error lines of the newest log. Uses the same pattern as the must-gather report. */
function errorsSection({ pods }: ImageJobSnapshot): readonly DetailSection[] {
  const lines = tellingLines(pods);
  if (lines.length === 0) return [];
  return [
    {
      kind: 'facts',
      id: 'errors',
      title: l10n.t`Errors in the log`,
      rows: lines.map((line) => ({ value: sanitizeLogLine(line) })),
    },
  ];
}

function tellingLines(pods: readonly ImagePod[]): readonly string[] {
  const { pattern } = imageJobMessage;
  for (const { containers } of pods) {
    const found = containers.flatMap(({ lines }) => lines.filter((line) => pattern.test(line.slice(0, 2000))));
    if (found.length > 0) return [...new Set(found)].slice(-mostTelling);
  }
  return [];
}

function timeline({ job, pods }: ImageJobSnapshot, now: number): DetailSection {
  return objectTimeline([...(job === undefined ? [] : [{ name: imageJobName, raw: job.raw }]), ...pods], true, now);
}

function events({ events: value }: ImageJobSnapshot, now: number): DetailSection {
  return eventsSection({ value }, now, true);
}

function evidence({ context, seen }: ImageJobInput): DetailSection {
  const rows: readonly FactView[] = [
    {
      label: 'Job',
      value: jobWords(seen),
      ...(seen.job === undefined ? {} : { links: [yamlLink(context, jobReference)] }),
    },
    ...seen.pods.map((pod): FactView => ({
      label: 'Pod',
      value: podWords(pod),
      links: [yamlLink(context, { ...podKind, name: pod.name, namespace: operatorNamespace })],
    })),
    { label: 'ConfigMap', value: peerPodsConfigMapName, links: [yamlLink(context, configMapReference)] },
  ];
  return { kind: 'facts', id: 'evidence', title: l10n.t`Evidence`, rows };
}

function jobWords({ job, isJobUnread }: ImageJobSnapshot): string {
  if (job !== undefined) return `${imageJobName}: ${job.words}`;
  return isJobUnread === true
    ? l10n.t`Can't read ${imageJobName}.`
    : l10n.t`${imageJobName} doesn't exist. The operator deletes the job when the image build finishes. Kubernetes deletes the job's events after a few hours.`;
}

function podWords({ name, phase, containers }: ImagePod): string {
  return [
    `${name}: ${phase}`,
    ...containers.flatMap(({ name: container, ended }) => (ended === undefined ? [] : [`${container}: ${ended}`])),
  ].join(' · ');
}

/** Returns a section with the log of each container. */
function logSections({ pods }: ImageJobSnapshot): readonly DetailSection[] {
  return pods.flatMap(({ name, containers }) =>
    containers.map(({ name: container, lines, cut, problem }): DetailSection => {
      const head = { id: `log-${name}-${container}`, title: l10n.t`Log: pod ${name}, container ${container}` };
      if (problem !== undefined)
        return { ...head, kind: 'facts', rows: [{ value: l10n.t`Can't read the log: ${problem}` }] };
      if (lines.length === 0) return { ...head, kind: 'facts', rows: [{ value: l10n.t`The container log is empty.` }] };
      const note = cut ? l10n.t`Showing the last ${lines.length} lines.` : undefined;
      return {
        ...head,
        kind: 'code',
        summary: l10n.t`Show the log`,
        text: lines.map(sanitizeLogLine).join('\n'),
        ...omitUndefined({ note }),
      };
    }),
  );
}

function yaml({ job, events: value }: ImageJobSnapshot): readonly DetailSection[] {
  if (job === undefined || !isJsonObject(job.raw)) return [];
  const text = renderObjectYaml(job.raw, 'Job');
  return yamlSection({ events: { value }, yaml: text.ok ? { value: text.value } : { value: '', problem: text.error } });
}

/** Command that shows the logs of the job. It selects pods by label, so that it also works after the job is deleted. */
const logsCommand = ['oc', 'logs', '-n', operatorNamespace, '-l', `job-name=${imageJobName}`, '--tail=-1'];
const eventsCommand = [
  'oc',
  'get',
  'events',
  '-n',
  operatorNamespace,
  '--field-selector',
  `involvedObject.name=${imageJobName}`,
];

function commandsSection(): DetailSection {
  return {
    kind: 'code',
    id: 'commands',
    title: l10n.t`Commands`,
    summary: l10n.t`Show the commands`,
    text: [logsCommand, eventsCommand].map((argv) => quoteShellCommand(argv)).join('\n'),
  };
}
