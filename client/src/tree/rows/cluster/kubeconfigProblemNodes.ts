/** Creates rows for kubeconfig problems, below the clusters. */
import * as l10n from '@vscode/l10n';
import { sanitizeLine, sanitizeMarkdownCode, sanitizeTooltip } from '#core/text/sanitize.ts';
import type { FileProblem } from '#client/clusters/state/contextInfo.ts';
import { joinParagraphs } from '#client/text/markdown.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import { messageNode } from '../messageNode.ts';

/** Maximum number of rows. The log contains all problems. */
const most = 5;

/** Creates the rows. Skips missing files, because the empty view already explains what to do. */
export function kubeconfigProblemNodes(problems: readonly FileProblem[]): readonly TreeNode[] {
  return problems
    .filter(({ missing }) => !missing)
    .slice(0, most)
    .map(({ file, message }, index) =>
      messageNode('', {
        id: `kubeconfig-problem/${index}`,
        label: 'Kubeconfig',
        description: sanitizeLine(message, 160),
        icon: 'warning',
        color: 'problemsWarningIcon.foreground',
        tooltip: joinParagraphs(
          l10n.t`Problem in ${sanitizeMarkdownCode(file)}:`,
          sanitizeTooltip(message),
          l10n.t`The extension uses the rest of the kubeconfig. Click to show all problems in the log.`,
        ),
        command: { id: 'osc.log.show', title: 'Show Log', arguments: [] },
      }),
    );
}
