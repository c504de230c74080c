/**
 * Whether a file is worth starting the language server for. Cheap: it is asked at every opened YAML, env, Rego, TOML,
 * PromQL, JSON or Markdown file and every edit.
 */
import type { TextDocument } from 'vscode';
import { looksLikeAgentPolicy, looksLikeInitdata, detectPolicyLanguage } from '#core/agent/looksLikePolicy.ts';
import { mentionsStatus, detectStatusLanguage } from '#core/explain/mentionsStatus.ts';
import { isEnvFileName, setsOurKeys } from '#core/kinds/envFile.ts';
import { mentionsKnownKind } from '#core/kinds/mentionsKnownKind.ts';
import { isPromqlFile } from '#core/metrics/promqlFile.ts';
import { ourSchemes } from './schemes.ts';

/** Longer files are looked at only as far as this. */
const maxLength = 2_000_000;
/** A file with hardly anything in it may become one of ours: whole documents are offered there. */
const nearlyEmpty = 200;

/**
 * Blanks, comments and markers. A comment is taken to the end of its line, so that there is one way to read it: this
 * runs in the editor's own process.
 */
const nothingYet = /^(?:\s|#[^\r\n]*(?:[\r\n]|$)|---)*$/;

/** A document that is still empty behind a `---`, in a file of others: there, too. */
const emptyDocument = /(?:^|\n)---[ \t]*(?:\r?\n\s*(?:---\s|$)|$)/;

/** A file, as far as it is looked at here. */
type LookedAt = Pick<TextDocument, 'languageId' | 'getText'> & {
  readonly uri: Pick<TextDocument['uri'], 'scheme' | 'path'>;
};

export function isRelevantDocument(document: LookedAt, schemes: readonly string[] = ourSchemes): boolean {
  if (!schemes.includes(document.uri.scheme)) return false;
  if (isPromqlFile(document.uri.path, document.languageId)) return true;
  const policy = detectPolicyLanguage(document.uri.path, document.languageId);
  const isEnvFile = policy === undefined && isEnvFileName(document.uri.path);
  const other =
    policy === undefined && !isEnvFile ? detectStatusLanguage(document.uri.path, document.languageId) : undefined;
  if (policy === undefined && document.languageId !== 'yaml' && !isEnvFile && other === undefined) return false;
  const text = document.getText().slice(0, maxLength);
  // An empty Rego file may become a policy: one is offered there. Of TOML there is too much of other kinds.
  if (policy === 'rego') return looksLikeAgentPolicy(text) || (text.length < nearlyEmpty && nothingYet.test(text));
  if (policy === 'toml') return looksLikeInitdata(text);
  if (isEnvFile) return setsOurKeys(text);
  if (other !== undefined) return mentionsStatus(text, other);
  if (text.length < nearlyEmpty && nothingYet.test(text)) return true;
  if (emptyDocument.test(text)) return true;
  return mentionsKnownKind(text) || mentionsStatus(text, 'yaml');
}
