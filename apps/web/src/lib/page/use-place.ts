import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';

/** The message that the address names or that was gone to since, and the way to another. */
export function usePlace() {
  const hash = useLocation({ select: (location) => location.hash });
  const named = /^m-(\d+)$/.exec(hash)?.[1];
  const [state, setState] = useState(() => ({ named, place: placeOf(named) }));
  // Another address of the same ticket, such as a result of the search.
  if (state.named !== named) setState({ named, place: placeOf(named) ?? state.place });
  return {
    named,
    place: state.place,
    goTo: (id: string) => setState({ named, place: { id } }),
  };
}

const placeOf = (id: string | undefined) => (id === undefined ? undefined : { id });
