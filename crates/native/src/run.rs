//! Compilation and calls of functions. All unsafe code is here.

use std::any::Any;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::ptr;
use std::sync::Arc;

use cranelift_codegen::ir::{AbiParam, Function as Ir, Signature, UserFuncName, types};
use cranelift_codegen::isa::TargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{Module, default_libcall_names};

use crate::Code;
use crate::data::Data;

/// The runtime that a function calls back.
pub trait Host {
    /// The registers. Their number must not shrink during a call.
    fn regs(&mut self) -> &mut [i32];
    /// The remaining steps of the budget.
    fn steps(&mut self) -> &mut u64;
    /// Evaluates the word with this number. `None` is a fault.
    fn word(&mut self, node: u32) -> Option<i32>;
    /// Evaluates the set with this number. `None` is a fault.
    fn set(&mut self, node: u32) -> Option<[u64; 4]>;
}

/// Numbers of words that a function may access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Room {
    /// Words of the slice.
    pub state: usize,
    /// Words of registers.
    pub regs: usize,
}

/// The data that generated code and its host share.
#[repr(C)]
struct Frame {
    regs: *mut i32,
    steps: u64,
    set: [u64; 4],
    ask: extern "C" fn(*mut Frame, u32, u32) -> u64,
    host: *mut c_void,
    room: usize,
    panic: Option<Box<dyn Any + Send>>,
}

pub(crate) const FRAME_REGS: i32 = std::mem::offset_of!(Frame, regs) as i32;
pub(crate) const FRAME_STEPS: i32 = std::mem::offset_of!(Frame, steps) as i32;
pub(crate) const FRAME_SET: i32 = std::mem::offset_of!(Frame, set) as i32;
pub(crate) const FRAME_ASK: i32 = std::mem::offset_of!(Frame, ask) as i32;

/// The result for a bailout or a fault of the host; values are smaller.
pub(crate) const BAILED_OUT: u64 = 1 << 32;
/// The result after a panic of the host: the function bails out, whatever its fault target is.
pub(crate) const PANICKED: u64 = 1 << 33;
/// The host is called for a word.
pub(crate) const WORD: i64 = 0;
/// The host is called for a set.
pub(crate) const SET: i64 = 1;

/// The type of generated code.
type Entry = extern "C" fn(*const i32, *mut Frame) -> u64;

/// A compiler for this machine.
#[derive(Clone)]
pub struct Compiler {
    isa: Arc<dyn TargetIsa>,
}

impl std::fmt::Debug for Compiler {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Compiler").field(&self.isa.name()).finish()
    }
}

impl Compiler {
    /// Makes a compiler. `None` if this machine is not supported.
    pub fn new() -> Option<Self> {
        // Generated code assumes this byte order and pointer width.
        if cfg!(target_endian = "big") || cfg!(not(target_pointer_width = "64")) {
            return None;
        }
        let mut flags = settings::builder();
        for (name, value) in [
            ("opt_level", "speed"),
            ("is_pic", "false"),
            ("use_colocated_libcalls", "false"),
            ("enable_verifier", "true"),
        ] {
            flags.set(name, value).ok()?;
        }
        let isa = cranelift_native::builder().ok()?.finish(settings::Flags::new(flags)).ok()?;
        Some(Self { isa })
    }

    /// Compiles a function from a description. `None` if that is not possible.
    pub fn make(&self, room: Room, describe: impl FnOnce(&mut Code<'_>)) -> Option<Function> {
        // Offsets have 32 bits.
        if room.state >= 1 << 28 || room.regs >= 1 << 28 {
            return None;
        }
        let mut module = JITModule::new(JITBuilder::with_isa(Arc::clone(&self.isa), default_libcall_names()));
        let call = self.isa.default_call_conv();
        let mut signature = Signature::new(call);
        signature.params.extend([AbiParam::new(types::I64); 2]);
        signature.returns.push(AbiParam::new(types::I64));
        let mut ask = Signature::new(call);
        ask.params.extend([AbiParam::new(types::I64), AbiParam::new(types::I32), AbiParam::new(types::I32)]);
        ask.returns.push(AbiParam::new(types::I64));
        let id = module.declare_anonymous_function(&signature).ok()?;
        let mut context = module.make_context();
        context.func = Ir::with_name_signature(UserFuncName::default(), signature);
        let mut shared = FunctionBuilderContext::new();
        let mut builder = FunctionBuilder::new(&mut context.func, &mut shared);
        let ask = builder.import_signature(ask);
        let mut code = Code::new(builder, ask, room);
        describe(&mut code);
        let data = code.finish();
        let memory = |module| Memory { module: Some(module) };
        // The verifier runs here.
        if module.define_function(id, &mut context).is_err() || module.finalize_definitions().is_err() {
            drop(memory(module));
            return None;
        }
        let entry = module.get_finalized_function(id);
        // SAFETY: the address is that of a function which was compiled with the signature of `Entry` in this machine's calling
        // convention. It is valid as long as the function's memory, which is stored with it.
        let entry = unsafe { std::mem::transmute::<*const u8, Entry>(entry) };
        Some(Function { entry, room, _lies: Box::new((data, memory(module))) })
    }
}

/// The executable memory of a function.
struct Memory {
    module: Option<JITModule>,
}

impl Drop for Memory {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: only `Function` has the address of this code and never gives it away. It is dropped now, so it cannot be
            // called any more.
            unsafe { module.free_memory() }
        }
    }
}

// SAFETY: after compilation the module is never read or written again. Its owner only frees it.
unsafe impl Sync for Memory {}

/// A compiled function. The fields for a call are stored inline, because many functions are in one array.
pub struct Function {
    entry: Entry,
    room: Room,
    /// The tables that it reads, and its own code.
    _lies: Box<(Vec<Data>, Memory)>,
}

impl std::fmt::Debug for Function {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Function").field("room", &self.room).finish_non_exhaustive()
    }
}

impl Function {
    /// Calls it for a word. `None` if it bails out.
    #[inline]
    pub fn word<H: Host>(&self, state: &[i32], host: &mut H) -> Option<i32> {
        self.call(state, host, &mut [0; 4])
    }

    /// Calls it for a set. `None` if it bails out.
    #[inline]
    pub fn set<H: Host>(&self, state: &[i32], host: &mut H) -> Option<[u64; 4]> {
        self.set_of(state, host, [0; 4])
    }

    /// Calls a function that takes a set ([`Code::given_set`]) for a set. `None` if it bails out.
    #[inline]
    pub fn set_of<H: Host>(&self, state: &[i32], host: &mut H, mut given: [u64; 4]) -> Option<[u64; 4]> {
        self.call(state, host, &mut given).map(|_| given)
    }

    /// Calls it with a set, which it may overwrite with its own. The result is its word.
    #[inline]
    fn call<H: Host>(&self, state: &[i32], host: &mut H, set: &mut [u64; 4]) -> Option<i32> {
        let regs = host.regs();
        assert!(state.len() >= self.room.state && regs.len() >= self.room.regs, "a function of a longer slice");
        let regs = regs.as_mut_ptr();
        let steps = *host.steps();
        let mut frame = Frame {
            regs,
            steps,
            set: *set,
            ask: ask::<H>,
            host: ptr::from_mut(host).cast(),
            room: self.room.regs,
            panic: None,
        };
        let value = (self.entry)(state.as_ptr(), &raw mut frame);
        if let Some(panic) = frame.panic {
            resume_unwind(panic);
        }
        *host.steps() = frame.steps;
        *set = frame.set;
        (value < BAILED_OUT).then_some(value as u32 as i32)
    }
}

/// The entry point for generated code to call its host.
extern "C" fn ask<H: Host>(frame: *mut Frame, node: u32, how: u32) -> u64 {
    // SAFETY: generated code passes on the frame with which `Function::call` called it. The frame lives until that call returns,
    // and there is no other reference to it meanwhile.
    let frame = unsafe { &mut *frame };
    // SAFETY: `Function::call` stored its `&mut H` there and does not use it until generated code returns. Generated code uses
    // nothing of the host but the registers, by the address in the frame, which is updated below.
    let host = unsafe { &mut *frame.host.cast::<H>() };
    *host.steps() = frame.steps;
    // A panic must not unwind through generated code.
    let answer = catch_unwind(AssertUnwindSafe(|| {
        let answer = match i64::from(how) {
            WORD => host.word(node).map(|word| u64::from(word as u32)),
            _ => host.set(node).map(|set| {
                frame.set = set;
                0
            }),
        };
        let regs = host.regs();
        assert!(regs.len() >= frame.room, "a host keeps its registers");
        frame.regs = regs.as_mut_ptr();
        frame.steps = *host.steps();
        answer
    }));
    match answer {
        Ok(answer) => answer.unwrap_or(BAILED_OUT),
        Err(panic) => {
            frame.panic = Some(panic);
            PANICKED
        }
    }
}
