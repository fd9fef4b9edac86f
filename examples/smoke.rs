use tavola::game::{Pending, Rules, Setup};
fn main() {
    let folder = std::env::args().nth(1).unwrap();
    let n: usize = std::env::args().nth(2).unwrap().parse().unwrap();
    let games: u64 = std::env::args().nth(3).unwrap().parse().unwrap();
    let t = std::time::Instant::now();
    let rules = Rules::read(std::path::Path::new(&folder), None).unwrap();
    println!("read {:?}", t.elapsed());
    for d in rules.diagnostics() {
        println!("{} {:?} {} {:?}", d.code, rules.sources().place(d.span), d.message, d.help);
    }
    let t = std::time::Instant::now();
    let game = match rules.game(&Setup::of(n)) {
        Ok(g) => g,
        Err(tavola::game::LoadError::Findings { sources, diagnostics }) => {
            for d in diagnostics {
                println!("{} {:?} {} {:?}", d.code, sources.place(d.span), d.message, d.help);
            }
            return;
        }
        Err(e) => {
            println!("{e}");
            return;
        }
    };
    println!("lower {:?} words {}", t.elapsed(), game.start().words().len());
    let mut referee = game.referee();
    let mut x = 88172645463325252u64;
    let mut answers = 0u64;
    let mut questions = 0;
    let t = std::time::Instant::now();
    let show = games == 1;
    if show {
        referee.record(true);
    }
    for _ in 0..games {
        let mut state = game.start();
        loop {
            let pending = match referee.run(&mut state) {
                Ok(p) => p,
                Err(f) => {
                    let d = game.diagnose(&f);
                    println!("FAULT {} {:?} {}", d.code, game.sources().place(d.span), d.message);
                    return;
                }
            };
            if show {
                for h in referee.happened(&state) {
                    println!("   {}", referee.tell_all(&h));
                }
            }
            if show {
                for b in referee.broken(&state).unwrap() {
                    println!("BROKEN {b}");
                }
            }
            if pending == Pending::Over {
                break;
            }
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            let total: u64 = (0..referee.options()).map(|i| referee.weight(i) as u64).sum();
            let mut at = x % total;
            let mut pick = 0;
            for i in 0..referee.options() {
                let w = referee.weight(i) as u64;
                if at < w {
                    pick = i;
                    break;
                }
                at -= w;
            }
            answers += 1;
            if matches!(pending, Pending::Choice(_)) {
                questions += 1;
            }
            if show {
                println!(
                    "{pending:?} {} {:?}: {} of {}",
                    referee.prompt(&state),
                    referee.clauses(),
                    referee.notation(&state, pick),
                    referee.options()
                );
            }
            referee.answer(&mut state, pick).unwrap();
        }
        if show {
            println!("{:?}", referee.result(&state));
        }
    }
    let e = t.elapsed();
    println!(
        "{games} games {answers} answers {questions} choices in {e:?}: {:.0} games/s {:.0} answers/s",
        games as f64 / e.as_secs_f64(),
        answers as f64 / e.as_secs_f64()
    );
}
