/** The schema as completion wants it: without what nobody writes by hand. */

/** A JSON Schema, as far as it is looked into here. */
export interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly markdownEnumDescriptions?: readonly string[];
  readonly markdownDescription?: string;
  readonly readOnly?: boolean;
  readonly [keyword: string]: unknown;
}

/** A copy without read-only properties (`status`): offered, they would only invite mistakes. */
export function completionSchema(schema: JsonSchema): JsonSchema {
  const { properties, items } = schema;
  return {
    ...schema,
    ...(items === undefined ? {} : { items: completionSchema(items) }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties)
              .filter(([, child]) => child.readOnly !== true)
              .map(([name, child]) => [name, completionSchema(child)]),
          ),
        }),
  };
}
