/**
 * Creates the requests that running a command in a container sends to the agent, as far as they are known in advance.
 * Source: kata-containers src/runtime/virtcontainers/kata_agent.go (exec, cmdToKataProcess): the runtime sets only
 * `Terminal`, `User`, `Args`, `Env`, and `Cwd` of the process; all other fields have their defaults.
 */

/** A command for a container. */
export interface ExecCommand {
  /** Executable and its arguments. */
  readonly command: readonly string[];
  readonly tty: boolean;
  /** True if the command receives standard input. */
  readonly stdin: boolean;
}

/** A request to the agent. Fields that are missing in `input` aren't known. */
export interface PartialRequest {
  readonly endpoint: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Name of the request that starts the command. */
export const execEndpoint = 'ExecProcessRequest';

/** Returns the requests in the order in which the runtime sends them. */
export function execRequests({ command, tty, stdin }: ExecCommand): readonly PartialRequest[] {
  const process = {
    Terminal: tty,
    ConsoleSize: null,
    Args: command,
    Capabilities: null,
    Rlimits: [],
    ApparmorProfile: '',
    OOMScoreAdj: 0,
    SelinuxLabel: '',
  };
  return [
    { endpoint: execEndpoint, input: { string_user: null, process } },
    { endpoint: 'ReadStreamRequest', input: {} },
    ...(stdin ? [{ endpoint: 'WriteStreamRequest', input: {} }] : []),
    ...(tty ? [{ endpoint: 'TtyWinResizeRequest', input: {} }] : []),
    ...(stdin ? [{ endpoint: 'CloseStdinRequest', input: {} }] : []),
  ];
}
