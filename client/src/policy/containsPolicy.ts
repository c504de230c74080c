/** Detects whether a file contains an agent policy: Rego for the agent, or initdata, which can contain a policy. */
import type { TextDocument } from 'vscode';
import { looksLikeAgentPolicy, looksLikeInitdata, detectPolicyLanguage } from '#core/agent/looksLikePolicy.ts';

/** Maximum number of characters to check. */
const maxLength = 2_000_000;

export function containsPolicy(
  document: Pick<TextDocument, 'languageId' | 'getText'> & { readonly uri: Pick<TextDocument['uri'], 'path'> },
): boolean {
  const language = detectPolicyLanguage(document.uri.path, document.languageId);
  if (language === undefined) return false;
  const text = document.getText().slice(0, maxLength);
  return language === 'rego' ? looksLikeAgentPolicy(text) : looksLikeInitdata(text);
}
