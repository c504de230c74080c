/** Describes why a pasted text can't be used to log in. The messages never contain the text. */
import * as l10n from '@vscode/l10n';
import { parseLoginText, type LoginTextProblem } from '#core/oc/parseLoginText.ts';

/** Returns the problem of the text as sentences, or undefined if the text can be used. */
export function describeLoginText(text: string): string | undefined {
  const parsed = parseLoginText(text);
  return parsed.ok ? undefined : describeProblem(parsed.error);
}

function describeProblem(problem: LoginTextProblem): string {
  switch (problem) {
    case 'empty':
      return l10n.t`Paste a token, or press Esc to cancel.`;
    case 'insecure':
      return l10n.t`--insecure-skip-tls-verify isn't supported, because another server could receive the token. Set certificate-authority in the kubeconfig instead, and paste only the token.`;
    case 'password':
      return l10n.t`The extension doesn't accept user names and passwords. Paste the token from the token page.`;
    case 'noToken':
      return l10n.t`The command contains no token. Paste the command from the token page.`;
    case 'server':
      return l10n.t`The server of the command isn't an address such as https://api.example.com:6443.`;
    case 'ambiguous':
      return l10n.t`The text contains more than one oc login command, or text that isn't part of the command. Paste only one command, or only the token.`;
    default:
      return l10n.t`This isn't a token or an oc login command.`;
  }
}
