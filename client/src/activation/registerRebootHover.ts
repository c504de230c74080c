/**
 * Adds a hover to the kind of a KataConfig in YAML files: the nodes of the open cluster that reboot, the duration, and
 * the pods that stop. The language server doesn't know the pods, so the extension adds the hover.
 */
import { languages, MarkdownString, type Disposable } from 'vscode';
import { sanitizeTooltip } from '#core/text/sanitize.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import type { Clock } from '#client/kubernetes/clock.ts';
import type { RebootHover } from '#client/operations/manifests/rebootHover.ts';

/** Matches the line of the kind. */
const kindLine = /^kind:[ \t]+["']?KataConfig["']?[ \t]*(?:#.*)?$/;

/** @param forChecks returns the cluster that files are checked against */
export function registerRebootHover(forChecks: () => OpenCluster | undefined, clock: Clock): Disposable {
  let reader: RebootHover | undefined;
  return languages.registerHoverProvider(
    { language: 'yaml' },
    {
      async provideHover(document, { line }) {
        if (!kindLine.test(document.lineAt(line).text)) return undefined;
        const cluster = forChecks();
        if (cluster === undefined) return undefined;
        const { RebootHover, findYamlDocument } = await import('#client/operations/manifests/rebootHover.ts');
        reader ??= new RebootHover(clock);
        const lines = await reader.describe(cluster, findYamlDocument(document.getText().split(/\r?\n/), line));
        if (lines.length === 0) return undefined;
        return { contents: [new MarkdownString(renderLines(cluster.context, lines))] };
      },
    },
  );
}

/** Formats the lines as Markdown. They contain names from the cluster, so they can't contain links. */
function renderLines(context: string, lines: readonly string[]): string {
  return [`**${sanitizeTooltip(context)}**`, lines.map((line) => `- ${sanitizeTooltip(line)}`).join('\n')].join('\n\n');
}
