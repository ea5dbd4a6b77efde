/**
 * Asks one question at a time. While one is under way, only the newest of the others waits: a slider that moves faster
 * than answers come never builds up a queue of places it has already left.
 */
export function newestOnly<Question, Answer>(
  ask: (question: Question) => Promise<Answer>,
  onAnswer: (answer: Answer) => void,
  onFailure: (error: unknown) => void,
): (question: Question) => void {
  let waiting: { readonly question: Question } | null = null;
  let isBusy = false;
  const next = () => {
    if (isBusy || waiting === null) return;
    const { question } = waiting;
    waiting = null;
    isBusy = true;
    ask(question)
      .then(onAnswer, onFailure)
      .finally(() => {
        isBusy = false;
        next();
      });
  };
  return (question) => {
    waiting = { question };
    next();
  };
}
