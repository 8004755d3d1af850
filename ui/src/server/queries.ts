import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { RouteName } from '../../../src/schema/api/paths.ts';
import type { CallOf } from '../../../src/schema/api/client.ts';
import type { AnswerOf } from '../../../src/schema/api/routes.ts';
import { useWords } from '../words/words.tsx';
import { call } from './api.ts';
import { Refusal } from './refusal.ts';

/** What a route answers, kept up to date by the stream of events. */
export function useAnswer<N extends RouteName>(
  name: N,
  given: CallOf<N>,
  options: { enabled?: boolean; keep?: boolean; everyMs?: number } = {},
) {
  const question = asked(name, given);
  const { data, error, isPending, refetch } = useQuery({
    ...question,
    enabled: options.enabled ?? true,
    ...(options.keep === true && { placeholderData: keepPreviousData }),
    ...(options.everyMs !== undefined && { refetchInterval: options.everyMs }),
  });
  const refused = useLastError(JSON.stringify(question.queryKey), error);
  return { data, error: isPending ? refused : error, isPending, refetch };
}

/** A refusal stands while the same is asked again, so that the page which says it does not go blank meanwhile. */
function useLastError(question: string, error: Error | null): Error | null {
  const [last, setLast] = useState({ question, error });
  if (last.question !== question || (error !== null && last.error !== error)) setLast({ question, error });
  return last.question === question ? last.error : error;
}

export function asked<N extends RouteName>(name: N, given: CallOf<N>) {
  return queryOptions<AnswerOf<N>>({
    queryKey: [name, given],
    queryFn: ({ signal }) => call(name, { ...given, signal }),
  });
}

interface ChangeOptions<N extends RouteName> {
  readonly onDone?: (answer: AnswerOf<N>) => void;
  /** The decision counts, although nobody goes on with it. */
  readonly onRecorded?: () => void;
  /** The caller shows failures itself. */
  readonly quiet?: boolean;
}

/** A change that the person asks for. What the server refuses is said, unless the caller does. */
export function useChange<N extends RouteName>(name: N, { onDone, onRecorded, quiet = false }: ChangeOptions<N> = {}) {
  const queries = useQueryClient();
  const { states } = useWords();
  const { mutate, isPending, isSuccess, error } = useMutation<AnswerOf<N>, Error, CallOf<N>>({
    mutationFn: (given) => call(name, given),
    onSuccess: (answer) => {
      onDone?.(answer);
      void queries.invalidateQueries();
    },
    onError: (refused) => {
      if (isRecorded(refused)) {
        onRecorded?.();
        void queries.invalidateQueries();
      } else if (quiet) return;
      const hint = refused instanceof Refusal ? refused.hint : null;
      notifications.show({
        color: 'red',
        title: refused instanceof Refusal ? refused.message : states.unreachable,
        message: hint ?? '',
        autoClose: isRecorded(refused) ? false : 10_000,
        withBorder: true,
      });
    },
  });
  // The form that asked for it is gone then, and does not say it a second time before it goes.
  return { mutate, isPending, isSuccess, error: isRecorded(error) ? null : error };
}

function isRecorded(error: Error | null): boolean {
  return error instanceof Refusal && error.code === 'dashboard.not_conducted';
}
