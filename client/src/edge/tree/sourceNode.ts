/** Creates the root row of a source, with its origin, the time of its data, and the data that couldn't be read. */
import * as l10n from '@vscode/l10n';
import { describeChildren, getWorstSeverity } from '#core/edge/tree/describeNode.ts';
import { edgeSource } from '#core/edge/table/edgePair.ts';
import type { EdgeTree } from '#core/edge/tree/edgeTree.ts';
import { omitUndefined } from '#core/common/json.ts';
import { sanitizeMarkdownCode, sanitizeLine, sanitizeTooltip } from '#core/text/sanitize.ts';
import { formatCount } from '#core/text/counts.ts';
import { joinParagraphs } from '#client/text/markdown.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import { messageNode, type NodeMessage } from '#client/tree/rows/messageNode.ts';
import { createPagedNodes } from '#client/tree/rows/pagedNodes.ts';
import { formatTimeOfDay } from '#client/text/timeOfDay.ts';
import type { OpenSource } from './openSource.ts';
import { resourceNode, type EdgeTreeInput } from './resourceNode.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

type OpenState = Extract<OpenSource['state'], { readonly kind: 'open' }>;

/** Maximum number of rows for data that couldn't be read. The tooltip of the root row lists more. */
const mostNotes = 5;

/**
 * Returns the root row of a source.
 * @param shown number of visible children of each long group, by group ID
 * @param now milliseconds since 1970
 */
export function sourceNode(source: OpenSource, shown: ReadonlyMap<string, number>, now: number): TreeNode {
  const { name, state } = source;
  if (state.kind === 'open') return openNode(source, state, { context: name, shown, now });
  const words = state.kind === 'reading' ? l10n.t`Reading...` : sanitizeLine(state.problem, 160);
  return {
    view: {
      // Differs from the ID of the open source, because VS Code would otherwise keep the row collapsed when it gets
      // children.
      id: `${name}/closed`,
      label: name,
      description: words,
      tooltip: joinParagraphs(`**${sanitizeTooltip(name)}**: ${sanitizeTooltip(words)}`, fromWords(source)),
      icon: state.kind === 'reading' ? 'loading~spin' : 'warning',
      contextValue: state.kind === 'reading' ? 'osc-edgeReading' : 'osc-edgeSource',
      accessibility: l10n.t`${name}, edge hosting, ${words}`,
      collapsible: 'none',
      ...omitUndefined({ color: state.kind === 'reading' ? undefined : 'problemsWarningIcon.foreground' }),
    },
    target: { context: name },
  };
}

function openNode(source: OpenSource, { tree, problems, notes }: OpenState, seen: EdgeTreeInput): TreeNode {
  const { name, origin } = source;
  const left = [...problems, ...tree.left];
  const below = describeChildren(tree.below);
  const time = timeWords(tree, seen.now);
  const description = [shortWords(origin, time), below].filter((part) => part !== '').join(', ');
  const roots = [...tree.clusters, ...tree.others];
  const few = tree.clusters.length <= 20;
  return {
    view: {
      id: name,
      label: name,
      description,
      tooltip: joinParagraphs(
        `**${sanitizeTooltip(name)}**: ${formatCount(tree.clusters.length, 'edge cluster')}, ${formatCount(tree.count, 'resource')}`,
        longWords(origin, time === undefined ? undefined : sanitizeTooltip(time)),
        fromWords(source),
        left.length === 0
          ? undefined
          : [
              l10n.t`**Not read:**`,
              ...left.slice(0, 20).map((line) => `- ${sanitizeTooltip(sanitizeLine(line, 300))}`),
            ].join('\n'),
        ...notes.map((note) => sanitizeTooltip(sanitizeLine(note, 300))),
        l10n.t`These are Volcengine edge hosting states, explained with the status table dated ${edgeSource.date}. They aren't Kata states.`,
      ),
      icon: origin.kind === 'files' ? 'files' : 'cloud',
      contextValue: 'osc-edgeSource',
      accessibility: l10n.t`${name}, edge hosting, ${[formatCount(tree.clusters.length, 'cluster'), description].join(', ')}`,
      collapsible: 'expanded',
    },
    target: { context: name },
    children: () => [
      ...createPagedNodes(
        seen,
        name,
        roots,
        (node) => resourceNode(node, seen, few && !['ok', 'info'].includes(getWorstSeverity(node))),
        'osc.edge.showMore',
      ),
      ...(roots.length === 0
        ? [messageNode(name, { id: `${name}/none`, label: l10n.t`No edge hosting data found`, icon: 'info' })]
        : []),
      ...left
        .slice(0, mostNotes)
        .map((line, index) =>
          lineNode(name, { id: `${name}/left/${index}`, label: l10n.t`Not read`, icon: 'question' }, line),
        ),
      ...notes.map((line, index) =>
        lineNode(name, { id: `${name}/note/${index}`, label: l10n.t`Note`, icon: 'info' }, line),
      ),
    ],
  };
}

/** Creates a row with a sentence as its description. */
function lineNode(context: string, row: Pick<NodeMessage, 'id' | 'label' | 'icon'>, line: string): TreeNode {
  return messageNode(context, {
    ...row,
    description: sanitizeLine(line, 200),
    tooltip: sanitizeTooltip(sanitizeLine(line, 600)),
  });
}

/** Formats the time of the data, such as `10:41` or `10:41 to 10:52`. Returns undefined if the time is unknown. */
function timeWords({ asOf }: EdgeTree, now: number): string | undefined {
  if (asOf === undefined) return undefined;
  const [from, to] = [formatTimeOfDay(asOf.from, now), formatTimeOfDay(asOf.to, now)];
  return from === to ? from : l10n.t`${from} to ${to}`;
}

function shortWords(origin: OpenSource['origin'], time: string | undefined): string {
  const from = origin.kind === 'files' ? l10n.t`Saved responses` : origin.host;
  return `${from} · ${time === undefined ? l10n.t`Unknown time` : l10n.t`Last updated ${time}`}`;
}

function longWords({ kind }: OpenSource['origin'], time: string | undefined): string {
  const said =
    time === undefined
      ? l10n.t`Read at an unknown time. Not updated automatically.`
      : l10n.t`Last updated ${time}. Not updated automatically.`;
  return kind === 'files'
    ? said
    : `${said}${getSentenceSeparator()}${l10n.t`This feature is based on public documentation and has never been tested against the service.`}`;
}

function fromWords({ origin }: OpenSource): string {
  if (origin.kind === 'service')
    return l10n.t`**From:** ${sanitizeMarkdownCode(origin.host)}, region ${sanitizeMarkdownCode(origin.region)}`;
  const shown = origin.places.slice(0, 5).map((place) => sanitizeMarkdownCode(plain(place)));
  const rest = origin.places.length - shown.length;
  const places = shown.join(', ');
  return l10n.t`**From:** ${rest > 0 ? l10n.t`${places}, and ${rest} more` : places}`;
}

/** Formats a URI for display. */
function plain(place: string): string {
  try {
    return decodeURIComponent(place).replace(/^file:\/\//, '');
  } catch {
    return place;
  }
}
