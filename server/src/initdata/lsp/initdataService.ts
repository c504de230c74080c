/** Provides language features for initdata documents in TOML files and for their policies. */
import type { DocumentSymbol, Position } from 'vscode-languageserver';
import type { LanguageService } from '#server/engine/languageModule.ts';
import type { OpenFile } from '#server/engine/workspace/openFile.ts';
import { policyLenses } from '#server/policy/lsp/lenses.ts';
import {
  completionIn,
  definitionIn,
  foldsIn,
  hoverIn,
  linksIn,
  prepareRenameIn,
  rangeIn,
  readAbout,
  referencesIn,
  renameIn,
  semanticTokensIn,
  signatureHelpIn,
  symbolsIn,
  toCompletionItem,
  type PolicyInFile,
} from '#server/policy/lsp/policyFeatures.ts';
import type { PlacedPolicy } from '#server/policy/model/policyOfFile.ts';
import { replayPolicy, showPolicyTable } from '#server/policy/requests.ts';
import { policyReplayRequest, policyTableRequest } from '#server/protocol/protocol.ts';
import { checkOpenInitdata } from '../checkInitdata.ts';
import { getInitdata, initdataPolicyAt, policyInInitdata } from '../initdataOfFile.ts';
import { isPolicyFile } from '../initdataPolicy.ts';
import { tomlCompletionsAt } from './completion.ts';
import { tomlHoverAt } from './hover.ts';

function inFile(file: OpenFile, placed: PlacedPolicy | undefined): PolicyInFile | undefined {
  return placed === undefined ? undefined : { file, placed };
}

function policyAt(file: OpenFile, position: Position): PolicyInFile | undefined {
  return inFile(file, initdataPolicyAt(file, file.text.offsetAt(position)));
}

function policyIn(file: OpenFile): PolicyInFile | undefined {
  return inFile(file, policyInInitdata(file));
}

/** Language service for TOML files. */
export const initdataService: LanguageService = {
  check: checkOpenInitdata,
  async completion(file, position, context, trigger) {
    const about = await readAbout(file, context);
    const policy = policyAt(file, position);
    if (policy !== undefined) return completionIn(policy, position, about, trigger);
    return tomlCompletionsAt(file.text.getText(), file.text.offsetAt(position), about.release).map((item) =>
      toCompletionItem(item, file, undefined, about),
    );
  },
  async hover(file, position, context) {
    const about = await readAbout(file, context);
    const policy = policyAt(file, position);
    const own = policy === undefined ? undefined : hoverIn(policy, position, about);
    if (own !== undefined) return own;
    const document = getInitdata(file);
    const outside =
      document === undefined ? undefined : tomlHoverAt(file.text.getText(), document, file.text.offsetAt(position));
    return outside === undefined
      ? undefined
      : { contents: { kind: 'markdown', value: outside.markdown }, range: rangeIn(file, outside) };
  },
  async signatureHelp(file, position, context) {
    const about = await readAbout(file, context);
    const policy = policyAt(file, position);
    return policy === undefined ? undefined : signatureHelpIn(policy, position, about);
  },
  async definition(file, position, context) {
    const about = await readAbout(file, context);
    const policy = policyAt(file, position);
    return policy === undefined ? undefined : definitionIn(policy, position, about);
  },
  async references(file, position, withDeclaration, context) {
    const about = await readAbout(file, context);
    const policy = policyAt(file, position);
    return policy === undefined ? undefined : referencesIn(policy, position, withDeclaration, about);
  },
  async prepareRename(file, position, context) {
    const about = await readAbout(file, context);
    const policy = policyAt(file, position);
    return policy === undefined ? undefined : prepareRenameIn(policy, position, about);
  },
  async rename(file, position, newName, context) {
    const about = await readAbout(file, context);
    const policy = policyAt(file, position);
    return policy === undefined ? undefined : renameIn(policy, position, newName, about);
  },
  codeLens(file, { findings, settings }, { options }) {
    return getInitdata(file) === undefined
      ? undefined
      : policyLenses(file, policyInInitdata(file), { findings, settings, options });
  },
  documentSymbols: symbolsOf,
  foldingRanges(file) {
    const document = getInitdata(file);
    if (document === undefined) return undefined;
    const lineAt = (offset: number): number => file.text.positionAt(offset).line;
    const files = document.data.flatMap(({ key, range }) => {
      const [startLine, endLine] = [lineAt(key.start), lineAt(range.end)];
      return endLine > startLine ? [{ startLine, endLine }] : [];
    });
    const policy = policyIn(file);
    return policy === undefined ? files : [...files, ...foldsIn(policy)];
  },
  documentLinks(file) {
    const policy = policyIn(file);
    return policy === undefined ? undefined : linksIn(policy);
  },
  async semanticTokens(file, context) {
    const about = await readAbout(file, context);
    const policy = policyIn(file);
    return policy === undefined ? undefined : semanticTokensIn(policy, about);
  },
  requests: {
    [policyTableRequest]: (params, context) => showPolicyTable(params, context, policyInInitdata),
    [policyReplayRequest]: async (params, context, isCancelled) =>
      replayPolicy(params, context, policyInInitdata, isCancelled),
  },
};

/** Lists the settings and files of the document, and the rules of its policy. */
function symbolsOf(file: OpenFile): DocumentSymbol[] | undefined {
  const document = getInitdata(file);
  if (document === undefined) return undefined;
  const { algorithm, version, data, toml } = document;
  const scalar = (name: string, value: { readonly text: string } | undefined): DocumentSymbol[] => {
    const entry = toml.entries.find(({ path }) => path.length === 1 && path[0] === name);
    if (value === undefined || entry === undefined) return [];
    return [
      {
        name,
        detail: value.text.slice(0, 80),
        kind: 7, // Property
        range: rangeIn(file, { start: entry.key.start, end: entry.range.end }),
        selectionRange: rangeIn(file, entry.key),
      },
    ];
  };
  const policy = policyIn(file);
  return [
    ...scalar('algorithm', algorithm),
    ...scalar('version', version),
    ...data.map(({ name, key, range }): DocumentSymbol => ({
      name,
      kind: 1, // File
      range: rangeIn(file, { start: key.start, end: range.end }),
      selectionRange: rangeIn(file, key),
      children: policy !== undefined && isPolicyFile({ name }) ? symbolsIn(policy) : [],
    })),
  ];
}
