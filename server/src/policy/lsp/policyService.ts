/** Provides language features for agent policies in Rego files. */
import { packageItems } from './completion.ts';
import type { LanguageService } from '#server/engine/languageModule.ts';
import type { OpenFile } from '#server/engine/workspace/openFile.ts';
import { checkOpenPolicy } from '../model/checkPolicy.ts';
import { placedPolicyOf } from '../model/policyOfFile.ts';
import { policyRequests } from '../requests.ts';
import { policyLenses } from './lenses.ts';
import {
  completionIn,
  definitionIn,
  foldsIn,
  hoverIn,
  linksIn,
  prepareRenameIn,
  readAbout,
  referencesIn,
  renameIn,
  semanticTokensIn,
  signatureHelpIn,
  symbolsIn,
  toCompletionItem,
  type PolicyInFile,
} from './policyFeatures.ts';
import { findOnlyWord, wholePolicies } from './wholePolicies.ts';

function policyIn(file: OpenFile): PolicyInFile | undefined {
  const placed = placedPolicyOf(file);
  return placed === undefined ? undefined : { file, placed };
}

/** Language service for Rego files. */
export const policyService: LanguageService = {
  check: checkOpenPolicy,
  async completion(file, position, context, trigger) {
    const about = await readAbout(file, context);
    const policy = policyIn(file);
    if (policy !== undefined) return completionIn(policy, position, about, trigger);
    const text = file.text.getText();
    const offset = file.text.offsetAt(position);
    const blank = findOnlyWord(text, offset);
    const items = [
      ...(about.onlyOurs ? [] : packageItems(text, offset)),
      ...(blank === undefined ? [] : wholePolicies(about.release, blank)),
    ];
    return items.map((item) => toCompletionItem(item, file, undefined, about));
  },
  async hover(file, position, context) {
    const about = await readAbout(file, context);
    const policy = policyIn(file);
    return policy === undefined ? undefined : hoverIn(policy, position, about);
  },
  async signatureHelp(file, position, context) {
    const about = await readAbout(file, context);
    const policy = policyIn(file);
    return policy === undefined ? undefined : signatureHelpIn(policy, position, about);
  },
  async definition(file, position, context) {
    const about = await readAbout(file, context);
    const policy = policyIn(file);
    return policy === undefined ? undefined : definitionIn(policy, position, about);
  },
  async references(file, position, withDeclaration, context) {
    const about = await readAbout(file, context);
    const policy = policyIn(file);
    return policy === undefined ? undefined : referencesIn(policy, position, withDeclaration, about);
  },
  async prepareRename(file, position, context) {
    const about = await readAbout(file, context);
    const policy = policyIn(file);
    return policy === undefined ? undefined : prepareRenameIn(policy, position, about);
  },
  async rename(file, position, newName, context) {
    const about = await readAbout(file, context);
    const policy = policyIn(file);
    return policy === undefined ? undefined : renameIn(policy, position, newName, about);
  },
  codeLens(file, { findings, settings }, { options }) {
    const policy = policyIn(file);
    return policy === undefined ? undefined : policyLenses(file, policy.placed, { findings, settings, options });
  },
  async documentSymbols(file, context) {
    const { onlyOurs } = await readAbout(file, context);
    const policy = onlyOurs ? undefined : policyIn(file);
    return policy === undefined ? undefined : symbolsIn(policy);
  },
  async foldingRanges(file, context) {
    const { onlyOurs } = await readAbout(file, context);
    const policy = onlyOurs ? undefined : policyIn(file);
    // The editor folds very long policies by indentation.
    return policy === undefined || policy.placed.policy.isLong ? undefined : foldsIn(policy);
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
  requests: policyRequests,
};
