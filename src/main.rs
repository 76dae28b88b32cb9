//! x
use tengen::{board::*, rng::Rng, playout::*};
fn main() { 
 let ends = Ends { komi: 7.5, captures_ahead: 27, length_factor: 3 };
 for round in 0..12 {
 let t=std::time::Instant::now(); let mut rng=Rng::new(1,round); let mut moves=0; let mut wins=0; let n: u64=std::env::args().nth(1).map_or(50_000, |x| x.parse().unwrap()); let mut tr=Trace::new(Color::Black);
 let empty=Board::new(9);
 for _ in 0..n { let mut b=empty.clone(); tr.restart(Color::Black); let o=play_out(&Light,&mut b,&ends,&mut rng,&mut tr); moves+=tr.moves().len(); wins+=(o==Outcome::Win(Color::Black)) as usize; }
 let s=t.elapsed().as_secs_f64(); println!("{:.0} playouts/s {:.1} ns/move {:.1} moves {:.4} black", n as f64/s, s*1e9/moves as f64, moves as f64/n as f64, wins as f64/n as f64);
 }
}