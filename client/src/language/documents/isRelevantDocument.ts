/**
 * Determines whether the language server should start for a file. Must be cheap because it runs for every opened or
 * edited YAML, env, Rego, TOML, PromQL, JSON, Markdown, or shell file.
 */
import type { TextDocument } from 'vscode';
import { looksLikeAgentPolicy, looksLikeInitdata, detectPolicyLanguage } from '#core/agent/looksLikePolicy.ts';
import { looksLikeKataConfig, mayEmbedKataConfig } from '#core/kata/kataConfigFile.ts';
import { mentionsStatus, detectStatusLanguage } from '#core/explain/mentionsStatus.ts';
import { isEnvFileName, setsOurKeys } from '#core/kinds/envFile.ts';
import { looksLikeJsonManifest } from '#core/kinds/jsonManifest.ts';
import { mentionsKnownKind } from '#core/kinds/mentionsKnownKind.ts';
import { isPromqlFile } from '#core/metrics/promqlFile.ts';
import { mentionsCommands } from '#core/oc/shell/mentionsCommands.ts';
import { isShellFile } from '#core/oc/shell/shellFile.ts';
import { ourSchemes } from './schemes.ts';

/** Maximum number of characters to check per file. */
const maxLength = 2_000_000;
/**
 * Maximum length in characters of a nearly empty file. Such a file is relevant because the server offers complete
 * documents as completions in it.
 */
const nearlyEmpty = 200;

/**
 * Matches text that contains only spaces, comments, and document markers. A comment always extends to the end of its
 * line, so that the regular expression can't backtrack. It runs in the extension host.
 */
const nothingYet = /^(?:\s|#[^\r\n]*(?:[\r\n]|$)|---)*$/;

/** Matches an empty document after `---`, where the server also offers complete documents. */
const emptyDocument = /(?:^|\n)---[ \t]*(?:\r?\n\s*(?:---\s|$)|$)/;

/** The parts of a document that this check uses. */
type LookedAt = Pick<TextDocument, 'languageId' | 'getText'> & {
  readonly uri: Pick<TextDocument['uri'], 'scheme' | 'path'>;
};

export function isRelevantDocument(document: LookedAt, schemes: readonly string[] = ourSchemes): boolean {
  if (!schemes.includes(document.uri.scheme)) return false;
  if (isPromqlFile(document.uri.path, document.languageId)) return true;
  if (isShellFile(document.uri.path, document.languageId))
    return mentionsCommands(document.getText().slice(0, maxLength));
  const policy = detectPolicyLanguage(document.uri.path, document.languageId);
  const isEnvFile = policy === undefined && isEnvFileName(document.uri.path);
  const other =
    policy === undefined && !isEnvFile ? detectStatusLanguage(document.uri.path, document.languageId) : undefined;
  if (policy === undefined && document.languageId !== 'yaml' && !isEnvFile && other === undefined) return false;
  const text = document.getText().slice(0, maxLength);
  // An empty Rego file can become a policy, so it is relevant. An empty TOML file usually has another purpose.
  if (policy === 'rego') return looksLikeAgentPolicy(text) || (text.length < nearlyEmpty && nothingYet.test(text));
  if (policy === 'toml') return looksLikeInitdata(text) || looksLikeKataConfig(text, document.uri.path);
  if (isEnvFile) return setsOurKeys(text);
  if (other === 'markdown') return mentionsStatus(text, other) || mentionsCommands(text);
  if (other !== undefined) return mentionsStatus(text, other) || looksLikeJsonManifest(text);
  if (text.length < nearlyEmpty && nothingYet.test(text)) return true;
  if (emptyDocument.test(text)) return true;
  return mentionsKnownKind(text) || mentionsStatus(text, 'yaml') || mayEmbedKataConfig(text);
}
