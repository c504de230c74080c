/**
 * Reads the CRI-O configuration of a node: the documented command and the evaluation of its output. Source: OSC 1.12
 * §6.3.
 */

/**
 * Returns the command, including `oc`, that prints the CRI-O configuration of a node. The command runs on the user's
 * computer. It creates a debug pod on the node and deletes the pod when it ends.
 * @param context kubeconfig context, if it isn't the current one
 * @param kubeconfig kubeconfig file, if it isn't the one that oc uses by default
 */
export function createCrioCommand(node: string, context?: string, kubeconfig?: string): readonly string[] {
  const where = [
    ...(kubeconfig === undefined ? [] : [`--kubeconfig=${kubeconfig}`]),
    ...(context === undefined ? [] : [`--context=${context}`]),
  ];
  return ['oc', 'debug', ...where, `node/${node}`, '--', 'chroot', '/host', 'crio', 'config'];
}

/** `is`: CRI-O reports the level. `other`: CRI-O reports the level `found`. `none`: the output contains no level. */
export type CrioVerdict =
  | { readonly verdict: 'is' }
  | { readonly verdict: 'other'; readonly found: string }
  | { readonly verdict: 'none' };

/** Maximum number of characters of output to read. A complete configuration has about 30,000. */
const longest = 200_000;

/**
 * Compares the configured log level with the output.
 * @param answer complete or partial output of the command; comments in the configuration are ignored
 */
export function judgeCrioOutput(answer: string, level: string): CrioVerdict {
  const found = [...answer.slice(0, longest).matchAll(/^[ \t]*log_level[ \t]*=[ \t]*"([^"\r\n]{0,40})"/gm)].at(-1)?.[1];
  if (found === undefined) return { verdict: 'none' };
  return found === level ? { verdict: 'is' } : { verdict: 'other', found };
}
