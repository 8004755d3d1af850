import type { Session } from './shapes.ts';

/** How to ask an agent for a model. Undefined where it has none to choose from. */
export function modelRequest(
  { configOptions, models }: Session,
  { sessionId, model }: { readonly sessionId: string; readonly model: string },
): { readonly method: string; readonly params: object } | undefined {
  const option = configOptions.find(({ id, category }) => category === 'model' || id === 'model');
  if (option !== undefined) {
    const values = option.options.flatMap((one) => [one, ...one.options]).flatMap(({ value }) => value ?? []);
    const value = chosen(values, model);
    if (value === undefined) return undefined;
    return { method: 'session/set_config_option', params: { sessionId, configId: option.id, value } };
  }
  if (models === undefined) return undefined;
  const modelId = chosen(
    models.availableModels.map((one) => one.modelId),
    model,
  );
  return modelId === undefined ? undefined : { method: 'session/set_model', params: { sessionId, modelId } };
}

/** What it uses if it is not told. */
export function currentModel({ configOptions, models }: Session): string | undefined {
  const option = configOptions.find(({ id, category }) => category === 'model' || id === 'model');
  return typeof option?.currentValue === 'string' ? option.currentValue : models?.currentModelId;
}

/** A size of ours means the first of the agent's models that has it in its name, if there is one. */
function chosen(values: readonly string[], model: string): string | undefined {
  if (values.includes(model)) return model;
  return ['haiku', 'sonnet', 'opus'].includes(model) ? values.find((value) => value.includes(model)) : model;
}
