/**
 * What CRI-O on a node says of its own configuration: the documented command, and what its answer means. Source: OSC
 * 1.12 §6.3.
 */

/**
 * Runs on the user's machine; makes a debug pod on the node for as long as it takes. Arguments, not a shell's line.
 * @param context of the kubeconfig, where it may be another than the present one
 * @param kubeconfig a file, where it is another than oc takes by itself
 */
export function createCrioCommand(node: string, context?: string, kubeconfig?: string): readonly string[] {
  const where = [
    ...(kubeconfig === undefined ? [] : [`--kubeconfig=${kubeconfig}`]),
    ...(context === undefined ? [] : [`--context=${context}`]),
  ];
  return ['oc', 'debug', ...where, `node/${node}`, '--', 'chroot', '/host', 'crio', 'config'];
}

/** `is`: CRI-O says that level; `other`: it says another, `found`; `none`: the answer does not say. */
export type CrioVerdict =
  | { readonly verdict: 'is' }
  | { readonly verdict: 'other'; readonly found: string }
  | { readonly verdict: 'none' };

/** Characters of an answer that are looked at: the whole configuration has some thirty thousand. */
const longest = 200_000;

/**
 * @param answer what the command printed, or as much of it as was pasted; comments of the configuration do not count
 */
export function judgeCrioAnswer(answer: string, level: string): CrioVerdict {
  const found = [...answer.slice(0, longest).matchAll(/^[ \t]*log_level[ \t]*=[ \t]*"([^"\r\n]{0,40})"/gm)].at(-1)?.[1];
  if (found === undefined) return { verdict: 'none' };
  return found === level ? { verdict: 'is' } : { verdict: 'other', found };
}
