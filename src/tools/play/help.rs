//! The list of commands.

/// The commands.
pub(super) const HELP: &str = "\
\x20 NUMBER or NAME        answer the question; the beginning of a name, or of some of its words, is enough
  A; B; C               give several answers, or several parts of one answer
  back, all             if a question is asked part by part: go back one part, or list all answers
  enough                if a question comes again in your turn: answer no (or done) for the rest of the turn,
                        unless something else is offered or somebody else answers
  show                  show the position
  show BOARD            show which spaces of a board are next to each other
  log                   show everything that has happened
  undo                  take your last answer back, with the bots' answers since; not possible after something
                        was revealed or rolled, or another person has answered
  why NAME              explain why an option is not offered: by its name, its parts, a thing or a place (why e2 e5)
  why! NAME             explain it with the line of the rules
  hint, hint BOT        ask a bot what it would do in your place, from what you see; `hint mcts:5000ms` thinks
                        for five seconds
  clause, clause ID     show the clauses cited beside the question, or any other clause
  clause WORDS          show the clauses that contain these words
  save FILE             save a copy of the game, with all hidden information
  save FILE --as NAME   save the game as that player saw it
  quit                  stop; the game can be resumed";
