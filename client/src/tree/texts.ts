/** Texts about what the tree shows, as documents: `osc-cluster://text/<what>/<context>/<of>/<title>.md`. All of a text can be made anew from that. Without VS Code. */
import * as l10n from '@vscode/l10n';
import { historyAsMarkdown } from '../../../core/live/timeline.ts';
import type { ClusterSession } from './clusterSession.ts';
import { escaped } from './markdown.ts';
import type { TreeNode } from './nodeView.ts';

export interface TextPlace {
  readonly what: 'explain' | 'timeline';
  /** Empty for what is of no cluster. */
  readonly context: string;
  /** The id of a node of the tree; the name of a node of the cluster. */
  readonly of: string;
}

export interface TextSources {
  readonly session: (context: string) => (Pick<ClusterSession, 'history'> & { readonly gathered?: boolean }) | undefined;
  /** What the tree has of this id. */
  readonly node: (id: string) => TreeNode | undefined;
}

/** @param title the title of the tab */
export function textPath({ what, context, of }: TextPlace, title: string): string {
  const name = title.replaceAll(/[\\/?#%]/g, '-');
  // An empty part would be lost on the way.
  return `/${what}/${[`=${context}`, of].map(encodeURIComponent).join('/')}/${name}.md`;
}

/** What such a path names; undefined for one that `textPath` does not make. */
export function textAtPath(path: string): TextPlace | undefined {
  const [, what, context, of] = /^\/(explain|timeline)\/(%3D[^/]*)\/([^/]+)\/[^/]*$/.exec(path) ?? [];
  if (context === undefined || of === undefined || (what !== 'explain' && what !== 'timeline')) return undefined;
  try {
    return { what, context: decodeURIComponent(context).slice(1), of: decodeURIComponent(of) };
  } catch {
    return undefined;
  }
}

/** `worker-1 of two-workers`. */
export function titleOf(label: string, context: string): string {
  return context === '' || context === label ? label : l10n.t`${label} of ${context}`;
}

/** The text as of now, Markdown; undefined where there is nothing to make it from. */
export function textOf({ what, context, of }: TextPlace, { session, node }: TextSources): string | undefined {
  if (what === 'timeline') {
    const found = session(context);
    return found === undefined ? undefined : historyAsMarkdown(found.history, { cluster: context, node: of, gathered: found.gathered === true });
  }
  const view = node(of)?.view;
  return view === undefined ? undefined : `# ${escaped(titleOf(view.label, context))}\n\n${view.tooltip ?? view.accessibility}\n`;
}
