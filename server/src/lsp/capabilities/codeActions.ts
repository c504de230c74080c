/** Provides Quick Fixes for findings, "fix all" for the file, rule suppression, and the page of a rule. */
import * as l10n from '@vscode/l10n';
import type { CodeAction, CodeActionParams, Range, TextEdit } from 'vscode-languageserver';
import type { LspCapability, ServerContext } from '../context.ts';
import type { OpenFile } from '#server/engine/workspace/openFile.ts';
import { selectCompatibleEdits } from '#server/engine/findings/applyFixes.ts';
import { toPublicRuleId, type Edit } from '#server/engine/findings/rule.ts';
import type { FileFinding } from '#server/engine/findings/fileFinding.ts';
import { ignoreEdits } from '#server/engine/findings/ignoreEdits.ts';
import { CodeActionKind } from '#server/engine/protocolValues.ts';
import { toDiagnostic } from './diagnostics.ts';
import { rulePageUri } from '../requests/rulePage.ts';
import { fixAllKind, openRulePageOnServer } from '../serverCapabilities.ts';

/** Maximum number of findings with Quick Fixes, because a client can request the whole file. */
const maxFindings = 200;

const feature: LspCapability = {
  register(context) {
    context.connection.onRequest('textDocument/codeAction', (params) => codeActions(context, params));
  },
};
export default feature;

async function codeActions(
  context: ServerContext,
  { textDocument, range, context: asked }: CodeActionParams,
): Promise<CodeAction[]> {
  const file = context.files.get(textDocument.uri);
  const result = file === undefined ? undefined : await context.checker.check(file);
  if (file === undefined || result === undefined) return [];
  const wants = (kind: string) =>
    asked.only === undefined || asked.only.some((only) => kind === only || kind.startsWith(`${only}.`));
  const actions: CodeAction[] = [];
  if (wants(CodeActionKind.QuickFix)) {
    const touched = result.findings.filter((finding) => touches(finding, range, file)).slice(0, maxFindings);
    for (const finding of touched) actions.push(...quickFixes(context, file, finding));
  }
  if (wants(fixAllKind)) actions.push(...fixAll(file, result.findings));
  return actions;
}

function quickFixes(context: ServerContext, file: OpenFile, finding: FileFinding): CodeAction[] {
  const diagnostics = [toDiagnostic(finding, file, context.languages.sourceOf(file))];
  const kind = CodeActionKind.QuickFix;
  const change = (edits: readonly Edit[]) => ({ changes: { [file.uri]: edits.map((edit) => toTextEdit(edit, file)) } });
  const [first, ...others] = finding.fixes;
  const fixes = [first, ...others]
    .filter((fix) => fix !== undefined)
    .map((fix): CodeAction => ({
      title: fix.title,
      kind,
      diagnostics,
      edit: change(fix.edits),
      ...(fix === first && fix.sure ? { isPreferred: true } : {}),
    }));
  const ignore = ignoreEdits(file, finding).map((edit): CodeAction => ({
    title: l10n.t`Suppress ${toPublicRuleId(finding.rule.id)} here`,
    kind,
    diagnostics,
    edit: change([edit]),
  }));
  const page = rulePageUri(finding.rule.id);
  const command =
    context.options.openRulePageCommand ??
    (context.client.window?.showDocument?.support === true ? openRulePageOnServer : undefined);
  const open: CodeAction[] =
    page === undefined || command === undefined
      ? []
      : [
          {
            title: l10n.t`Explain ${toPublicRuleId(finding.rule.id)}`,
            kind,
            diagnostics,
            command: {
              title: l10n.t`Explain ${toPublicRuleId(finding.rule.id)}`,
              command,
              arguments: [finding.rule.id],
            },
          },
        ];
  const { selectReleaseCommand } = context.options;
  const releases: CodeAction[] =
    finding.offersReleases === undefined || selectReleaseCommand === undefined
      ? []
      : [
          {
            title: l10n.t`Select OSC Release`,
            kind,
            diagnostics,
            command: { title: l10n.t`Select OSC Release`, command: selectReleaseCommand },
          },
        ];
  return [...fixes, ...releases, ...ignore, ...open];
}

function fixAll(file: OpenFile, findings: readonly FileFinding[]): CodeAction[] {
  const edits = selectCompatibleEdits(
    findings.flatMap((finding) => finding.fixes.filter(({ sure }) => sure).slice(0, 1)),
  );
  if (edits.length === 0) return [];
  return [
    {
      title: l10n.t`Fix all OpenShift sandboxed containers problems`,
      kind: fixAllKind,
      edit: { changes: { [file.uri]: edits.map((edit) => toTextEdit(edit, file)) } },
    },
  ];
}

function toTextEdit({ start, end, text }: Edit, file: OpenFile): TextEdit {
  return { range: { start: file.text.positionAt(start), end: file.text.positionAt(end) }, newText: text };
}

function touches(finding: FileFinding, range: Range, file: OpenFile): boolean {
  return finding.start <= file.text.offsetAt(range.end) && file.text.offsetAt(range.start) <= finding.end;
}
