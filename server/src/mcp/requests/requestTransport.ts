/**
 * Reports invalid parameters with the error code of JSON-RPC for them. The server of the SDK reports parameters that
 * don't match their schema, and URIs that can't be parsed, as internal errors. Source: @modelcontextprotocol/sdk 1.32.2
 * dist/esm/shared/protocol.js `_onrequest` and dist/esm/server/mcp.js `setResourceRequestHandlers`.
 */
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  ClientRequestSchema,
  ErrorCode,
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type MessageExtraInfo,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';

const internalError: number = ErrorCode.InternalError;

/** Returns a transport that sends and receives the messages of another transport. */
export function withRequestErrors(inner: Transport): Transport {
  /** Requests with invalid parameters that aren't answered yet, with their methods. */
  const invalid = new Map<RequestId, string>();
  const outer: Transport = {
    async start() {
      // The SDK defines these functions as properties.
      Object.assign(inner, {
        onmessage: (message: JSONRPCMessage, extra?: MessageExtraInfo) => {
          if (isJSONRPCRequest(message) && !isValid(message)) invalid.set(message.id, message.method);
          outer.onmessage?.(message, extra);
        },
        onclose: () => outer.onclose?.(),
        onerror: (error: Error) => outer.onerror?.(error),
      } satisfies Partial<Transport>);
      await inner.start();
    },
    send: async (message, options) => inner.send(corrected(message), options),
    close: async () => inner.close(),
  };
  const corrected = (message: JSONRPCMessage): JSONRPCMessage => {
    if (!isJSONRPCErrorResponse(message) || message.id === undefined) return message;
    const method = invalid.get(message.id);
    invalid.delete(message.id);
    if (method === undefined || message.error.code !== internalError) return message;
    return { ...message, error: { code: ErrorCode.InvalidParams, message: `Invalid parameters of ${method}` } };
  };
  return outer;
}

function isValid(request: JSONRPCMessage): boolean {
  const parsed = ClientRequestSchema.safeParse(request);
  return parsed.success && (parsed.data.method !== 'resources/read' || URL.canParse(parsed.data.params.uri));
}
