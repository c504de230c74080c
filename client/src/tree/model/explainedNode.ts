/**
 * Creates nodes that show a state. The explanation of the state is the node's tooltip and the document of the _Explain_
 * command, in Markdown.
 */
import * as l10n from '@vscode/l10n';
import type { Explanation } from '#core/status/explanation.ts';
import { sectionFor } from '#core/product/sectionFor.ts';
import { omitUndefined } from '#core/common/json.ts';
import { getHealthIcon } from './health.ts';
import { sanitizeMarkdownCode, sanitizeTooltip } from '#core/text/sanitize.ts';
import { joinParagraphs } from '#client/text/markdown.ts';
import type { NodeTarget } from '#client/clusters/state/nodeTarget.ts';
import type { NodeExplanation, NodeView, TreeNode } from './nodeView.ts';

export interface ExplainedNodeOptions {
  readonly id: string;
  readonly label: string;
  /** The full name if the label is shortened, for the tooltip and screen readers. */
  readonly fullName?: string;
  /** OSC release of the cluster, for links to its documentation. */
  readonly release?: string | undefined;
  readonly explanation: Explanation;
  /** Text after the label. By default, the headline. */
  readonly description?: string;
  /** Additional Markdown after the explanation. */
  readonly details?: string;
  /** Context values for menus, in addition to `osc-explained`. */
  readonly context?: readonly string[];
  /** Icon to use instead of the health icon. The description then shows the health. */
  readonly icon?: string;
  /** State for screen readers, used instead of the word for the health. */
  readonly word?: string;
  /** True if the label or the description contains the state, so that a screen reader doesn't repeat it. */
  readonly labelHasState?: boolean;
  readonly collapsible?: NodeView['collapsible'];
  readonly command?: NodeView['command'];
  readonly target: NodeTarget;
  readonly children?: () => readonly TreeNode[];
}

export function explainedNode(parts: ExplainedNodeOptions): TreeNode {
  const { explanation, details, target, children } = parts;
  return {
    ...explainedView(parts),
    target,
    about: { explanation, ...omitUndefined({ name: parts.fullName, release: parts.release, details }) },
    ...omitUndefined({ children }),
  };
}

/** The explanation of a row that is computed when it's needed. */
export class LazyExplanation implements NodeExplanation {
  readonly name: string;
  readonly release?: string;
  readonly #compute: () => Pick<NodeExplanation, 'explanation' | 'details'>;
  #computed: Pick<NodeExplanation, 'explanation' | 'details'> | undefined;

  /**
   * @param compute returns the same values for each call
   * @param release OSC release of the cluster, for links to its documentation
   */
  constructor(name: string, compute: () => Pick<NodeExplanation, 'explanation' | 'details'>, release?: string) {
    this.name = name;
    if (release !== undefined) this.release = release;
    this.#compute = compute;
  }

  get explanation(): Explanation {
    return this.#get().explanation;
  }

  get details(): string {
    return this.#get().details ?? '';
  }

  #get(): Pick<NodeExplanation, 'explanation' | 'details'> {
    this.#computed ??= this.#compute();
    return this.#computed;
  }
}

/** The parts of a row that are visible without its explanation. */
export type ExplainedViewOptions = Omit<ExplainedNodeOptions, 'explanation' | 'details' | 'release' | 'target'> & {
  readonly explanation: Pick<Explanation, 'health' | 'missing' | 'headline'>;
};

/** Creates the view of a row, and its state for screen readers. */
export function explainedView(parts: ExplainedViewOptions): Pick<TreeNode, 'view'> & { readonly word: string } {
  const { id, label, explanation, context = [], children } = parts;
  const { icon, color: signal, word: ofHealth } = getHealthIcon(explanation.health, explanation.missing);
  const word = parts.word ?? ofHealth();
  // A custom icon shows the type of the row, so it's colored only if the row needs attention.
  const color = parts.icon !== undefined && explanation.health === 'ok' ? undefined : signal;
  const description = parts.description ?? explanation.headline;
  const name = parts.fullName ?? label;
  const heard = name.includes(label) ? name : label.includes(name) ? label : `${label}, ${name}`;
  const isWordHeard = parts.labelHasState === true || description === word || description.startsWith(`${word} · `);
  const said = [heard, description, isWordHeard ? '' : word].filter((part) => part !== '').join(', ');
  return {
    view: {
      id,
      label,
      icon: parts.icon ?? icon,
      contextValue: ['osc-explained', ...context].join(' '),
      accessibility: said,
      collapsible: parts.collapsible ?? (children === undefined ? 'none' : 'collapsed'),
      ...omitUndefined({ color, description: description === '' ? undefined : description, command: parts.command }),
    },
    word,
  };
}

/**
 * Returns the tooltip of a row as Markdown, or undefined if it has none. Creates the tooltip of an explained row only
 * when it's needed, because groups can have thousands of rows.
 */
export function tooltipOf({ view, about }: TreeNode): string | undefined {
  if (view.tooltip !== undefined || about === undefined) return view.tooltip;
  const { explanation, name = view.label, details, release } = about;
  return joinParagraphs(
    `**${sanitizeTooltip(name)}**: ${renderProse(explanation.headline)}`,
    explanationMarkdown(explanation, release),
    details,
  );
}

/**
 * Returns the meaning, the next step, and the action.
 * @param release release of the linked documentation; if undefined, the latest
 */
function explanationMarkdown({ meaning, next, todo, docs: section }: Explanation, release?: string): string {
  const docs = section === undefined ? undefined : sectionFor(section, release);
  return joinParagraphs(
    renderProse(meaning),
    next === undefined ? undefined : l10n.t`**Next:** ${renderProse(next)}`,
    todo === undefined ? undefined : l10n.t`**To do:** ${renderProse(todo)}`,
    docs === undefined ? undefined : `[${sanitizeTooltip(docs.title)}](${docs.url})`,
  );
}

/** Formats a sentence of this extension that can contain names from the cluster. Text in backticks becomes code. */
export function renderProse(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part) =>
      part.startsWith('`') && part.endsWith('`') && part.length > 2
        ? sanitizeMarkdownCode(part.slice(1, -1))
        : sanitizeTooltip(part),
    )
    .join('');
}
